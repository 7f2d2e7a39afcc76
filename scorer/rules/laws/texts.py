"""The laws and cases as text: numbers, title, what each bears on (mainly the first), and words to find it by."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .law import Book, Law, Matter


def _read(book: Book, text: str) -> Iterator[Law]:
    _, *parts = re.split(r"^\[(.+)\]$", text, flags=re.MULTILINE)
    for heading, words in zip(parts[::2], parts[1::2], strict=True):
        numbers, title, matters, *keywords = heading.split(" | ")
        bears_on = tuple(Matter[matter.upper()] for matter in matters.split())
        yield Law(book, tuple(map(int, numbers.split())), title, " ".join(words.split()), bears_on, *keywords)


_LAWS = """
[4 | Who deals first | dealing | cut lots choice packs]
The player who cuts higher chooses whether to deal or to be dealt to. The ace is highest. The dealer chooses which pack
to deal with.
[9 | Hands and talon | dealing | stock packets number]
Cards are dealt in twos or in threes, the same way throughout the partie. Each player gets twelve. The eight left over
form the talon, face down.
[10 | Correcting a misdeal | dealing | leave]
A misdeal can be corrected with the other player's consent, as long as no hand has been taken up.
[11 | One card wrong | dealing | eleven thirteen stock misdeal]
If a hand has one card too many or too few, elder may ask for a fresh deal. With seven cards in the talon elder may ask
for a fresh deal, or play on with another number of discards.
[12 | More than one card wrong | dealing | stock misdeal]
If a hand is wrong by two or more cards, or the talon has nine, the cards are dealt again.
[13 | A card shown in dealing | dealing | exposed faced]
If the dealer exposes one of elder's cards or a talon card, elder may ask for a fresh deal. If the dealer exposes one
of their own cards, the deal is good.
[14 | A card face up | dealing]
If a card lies face up in the pack or in the talon, there is a fresh deal.
[15 | The wrong pack | dealing]
If the cards were dealt from the other player's pack and this is noticed before a hand is taken up, the cards are dealt
again. If it is noticed later, the deal is good and the players change packs.
[16 | Dealing out of turn | dealing | wrong dealer seats]
The deal is void if this is noticed before a hand is taken up. If it is noticed later, the deal is good, and its elder
deals the next two deals, unless this deal or the next is the last of the partie.
[18 | What carte blanche does | carte_blanche bonus | blank no court cards king queen knave jack]
It counts before everything else. It counts towards its holder's repique and pique, and bars the opponent's.
[19 | How it is shown | carte_blanche | prove blank]
The player counts the cards one by one, face up, so that both see that none is a king, queen or knave.
[20 | When it is announced and shown | carte_blanche exchange | announce blank time]
A player who has one announces it at once, but need not show it before the opponent has discarded.
[21 | Elder's exchange | exchange]
Elder exchanges at least one card and at most five. Law 42 has an exception.
[22 | Younger's exchange | exchange]
Younger may exchange three cards and must exchange one. Laws 40, 41 and 43 have exceptions.
[24 | The discard is fixed | exchange | stock]
A player who has taken a card from the talon can no longer change the discard.
[25 | A discard taken back | penalties exchange | long hand overfull]
A player who takes back discarded cards after taking from the talon has too many cards, and reckons nothing in this
deal.
[26 | Hand and discard mixed | penalties exchange play | short hand]
If they are mixed after the talon was touched, the player plays with too few cards, and the opponent counts a
trick for each card that cannot be played.
[27 | Touching the other's share | penalties exchange | stock expose]
A player who takes or exposes talon cards that belong to the opponent reckons nothing in this deal.
[28 | Elder mixes in a wrong card | penalties exchange | stock]
If elder puts a talon card of younger's into their own hand, elder reckons nothing; or younger may look at the cards
and then ask for a fresh deal.
[29 | Younger mixes in a wrong card | penalties exchange | stock]
The same applies the other way round. If younger only touched elder's cards and put none into the hand, there is no
penalty.
[30 | Too many discarded | penalties exchange play | short hand]
A player who discards more cards than they take plays with too few. The opponent counts a trick for each
missing card.
[31 | Too many taken | penalties exchange | long hand overfull]
A player who takes more cards than they discarded, without taking any of the opponent's, plays with too many and
reckons nothing.
[32 | Elder says how many cards are taken | exchange | announce]
Elder says how many cards they take or leave. If elder does not, younger may still change the discard.
[33 | What elder leaves | exchange penalties | talon look]
Elder may look at the cards they leave. If elder takes them up together with their own, elder reckons nothing.
[34 | What younger may take | exchange | talon rest]
Younger may take all the cards that elder leaves.
[35 | Younger lifts too many | penalties exchange | talon]
If younger takes up more cards than they discarded, younger reckons nothing in this deal.
[36 | What younger leaves | exchange | talon leftovers peek]
When elder has led, or has named the suit of the first lead, younger decides whether to look at the cards younger left.
Elder may look at them only if younger does.
[37 | Leftovers lost in a discard | exchange | mixed talon]
If younger puts talon cards that nobody has seen into the discard, elder may look through that discard.
[38 | Counting the talon | exchange dealing]
When a player announces eleven or thirteen cards, the talon may be counted.
[39 | Elder takes cards without saying so | dealing exchange]
If elder has eleven or thirteen cards and takes from the talon before saying so, elder can no longer ask for a fresh
deal. A talon of seven with a hand of eleven is dealt again in any case.
[40 41 42 43 | Discards after a wrong deal | exchange dealing]
If a deal with a hand of eleven or thirteen, or with a talon of seven, is accepted, these four laws say how many cards
each player discards and takes.
[44 | A penalty may be waived | penalties corrections | forgive waive]
A player may waive the penalty by which the opponent reckons nothing.
[45 | Your own discard | exchange | consult]
A player may look at their own discard at any time.
[46 | Elder calls the point first | point answers | how many pips making question]
Elder must call the point first, or loses it. The number of cards is enough. Younger may ask how much it makes only
with at least as many cards in a suit, and after asking cannot score a longer point.
[47 | In what order one may call | point sequence set]
Younger may call other things before the point, and nobody has to call the sequence straight after the point.
[48 | What a call must name | sequence set answers | how high top card]
The length is enough if nothing in the opponent's cards can equal it. Otherwise the head of a sequence or the rank of a
set is named too.
[49 | A first call that is good | sequence set | lesser sink undercall]
Once elder's first call of a class is good, elder's higher sequences or sets count as well.
[50 | Raising a call | point sequence set corrections | undercall]
Elder may raise a call until younger has answered.
[51 | Taking an answer back | answers corrections | good equal not good reply withdraw]
Younger may take back a mistaken 'good' or 'equal' until elder's next call or lead.
[52 | Taking an over-call back | corrections point sequence set | withdraw]
A call that was too high and was allowed may be corrected until younger plays to the first trick. Elder may then take
back the lead.
[53 | A holding wrongly named | corrections | misnomer false claim]
A wrong suit or rank has no penalty if the player holds something of the same value and could not possibly hold what
was named.
[54 | A false call | corrections penalties point sequence set | penalty reckons nothing]
A player who makes a false call and does not correct it in time reckons nothing in this deal, unless it was only a
wrong name or could not possibly be held. The opponent then scores what is good against the correct calls.
[55 | Showing what counts | corrections point sequence set | show prove request]
A player shows what was allowed as good or equal whenever the opponent asks. A player who offers to show it before
playing avoids a penalty.
[56 | What was not called | corrections point sequence set | omitted too late]
Once younger has played to the first trick, nothing that was forgotten can be scored, except under Law 54.
[57 | Too few cards | play penalties | short hand]
Playing with too few cards has no penalty. The opponent counts a trick for each card that cannot be played.
[58 | Too many cards | penalties bonus | long hand overfull]
A player with too many cards reckons nothing, but what the player holds still bars the opponent's score.
[59 | A card once played | play | revoke lead retake replay]
A card stays played, with four exceptions: it fell by accident; the wrong player led and nobody has followed, or one
led on and the other followed too soon; suit was not followed; or the opponent misled the player about cards that were
shown.
[60 | Looking at tricks | play]
Both players may look through all tricks.
[61 | Carte blanche | carte_blanche | blank]
It scores ten.
[62 | The point | point | pips equal tie length]
The better point scores one for each card. More cards win, then more pips. If both are equal, nobody scores.
[63 | Sequences | sequence | equal tie run]
The longest is best, then the highest. Huitième 18, septième 17, sixième 16, quint 15, quart 4, tierce 3. If the best
are equal, neither player scores any sequence.
[64 | Sets | set | four three of a kind]
A quatorze beats a trio, then the higher rank wins. A quatorze scores fourteen and a trio three. Ranks below ten do not
count.
[65 | Counting in play | play record | lead trick last]
A player scores one for each card led and one for each trick won off the opponent's lead. The last trick scores two to
its winner.
[66 | The cards and capot | cards play]
Seven tricks or more score ten for the cards. With six each, nobody scores it. All twelve tricks score forty, in place
of the ten.
[67 | The order of reckoning | bonus | order thirty]
Carte blanche, the point, sequences, sets, the play, and the cards.
[68 | Repique | bonus carte_blanche point sequence set | sixty thirty equality]
A player who reaches thirty in hand alone, before anything of the opponent's counts, scores sixty more.
[69 | Pique | bonus play | thirty]
Only elder can make it. Elder who reaches thirty in hand and play before younger scores anything has thirty more. Capot
counts too late to help.
[70 | A miscount | record | error adding arithmetic mistake marking too late]
A wrong count of a hand, once shown, is corrected as long as the player who made it has not seen their next hand.
[71 | The partie | partie | tie draw extra]
It has six deals, and more points win. If the players are level, each deals once more, and that ends it, level or not.
Players may agree on four deals; then the first and last count twice. Extra deals count once.
[72 | What is paid | partie | margin]
The winner has the difference of the totals and a hundred.
[73 | The Rubicon | partie | under hundred rubiconed margin]
A loser with less than a hundred pays both totals together and a hundred, even if the winner has less than a hundred
too.
[74 | Two records that differ | record | pads own figure sheet differ written dispute]
If the players have written different scores, each player's own figure for their own hand counts.
[75 | An imperfect pack | dealing]
Only the deal in which it is found is void.
[76 | Fresh cards | dealing | new pack]
Either player may ask for new cards before the cut, and pays for them.
[78 | A bystander | partie record | onlooker spectator damage remark]
An onlooker whose remark changes the score can be asked to pay the difference.
"""

# The cases that Cavendish decided, as far as they can settle a dispute.
_CASES = """
[1 | Equal, said of a shorter point | answers point bonus | reply]
If younger answers 'equal' although younger's point has more cards, younger cannot score it. It still saves younger
from pique and repique.
[2 | Kings that were not held | set corrections | false call good]
Younger allowed three kings that elder did not hold. When this is found, younger may score their own tens.
[3 | Thinking over a fresh deal | dealing | new deal offer]
A player who is offered a fresh deal and hesitates has declined it once play goes on.
[4 | Sets that follow from other calls | set corrections partie | forgotten implied omitted]
What earlier calls show to be held may be scored until younger plays, and not after. If elder is under the Rubicon and
would rather not score it, younger can insist.
[5 6 20 21 | Carte blanche in time | carte_blanche exchange penalties | blank overfull]
When it must be announced and shown. It counts even if the hand is later found to have too many cards.
[7 | Asking which queen | set answers | question trio]
A player who asks which queen is missing from a set admits that the others are good.
[8 | The wrong king named as missing | set corrections | trio]
A player who names the wrong card as the one not held makes a false call.
[9 | What a corrected call gave away | corrections | information]
There is no remedy for what the opponent learned from a call that was corrected in time.
[10 11 | Played too soon, or in a bundle | play | replay overplay]
If a player plays before their turn, the trick is played again. Cards thrown down together by mistake may be sorted out
until the last one is played.
[12 | Not asking to see | answers corrections | ambiguous show]
A player who does not ask to see an unclear call accepts it as it is.
[13 | A card short in the exchange | exchange | talon]
A card left by mistake may still be taken up, unless it was announced as left.
[14 | Lifting too early | exchange penalties | overfull long]
A player who takes from the talon too early can be made to play with too many cards.
[15 16 | How many? | answers | question play]
The question is about the cards that were called, and about no others.
[17 18 | A card from another pack | dealing penalties]
What follows if a card of another pack is found in the deal.
[19 | The last trick of a long hand | play | overfull]
Even with a hand of thirteen the twelfth trick is the last, and scores two.
[22 | A swing of 581 points | penalties partie | overfull long]
All of it depended on one hand with too many cards. The law decided it, and Cavendish thought the law a bad one.
"""

# The Laws of Piquet au Cent.
_AU_CENT = """
[1 | Cutting and dealing | dealing]
The lower cut deals, and only in twos. A wrong pack or a wrong dealer is accepted once the deal has gone far enough.
[2 | Touching the talon | dealing exchange | stock]
Once elder has touched it, elder can no longer ask for a fresh deal because of a wrong number of cards, and the discard
is final.
[3 | Younger's exchange and carte blanche | exchange carte_blanche]
Younger may keep every card. Younger's carte blanche may wait until elder has discarded and touched the talon.
[4 | The other's talon cards | penalties exchange | stock lifting]
A player who mixes them in or takes them loses the whole partie.
[5 | Leftovers that nobody may see | exchange penalties]
If a player looks after younger chose not to, the cards are exposed, and the opponent may say which suit that player
leads.
[6 | Elder says all of it | point sequence set answers]
With the point elder says what it makes, with a sequence its head, with a set its rank.
[7 | A low call binds | point sequence set corrections | undercall sink]
Nothing higher than the call counts, even if the call could not be beaten. A wrong name may be corrected before the
lead.
[8 | Showing before the lead | point sequence corrections | prove]
A good or equal point or sequence is shown before the lead, or it is lost, and the opponent may score their own even if
it is worse. A player who shows more than the call scores the call, and still bars equals.
[9 | Younger is held to the answer | answers corrections | reply]
'Good' and 'equal' cannot be taken back. If younger denies what proves to be good, or cannot show the holding claimed,
elder may score theirs after leading.
[10 | False sets and forgotten things | set corrections penalties | omitted]
A false set that is not corrected before the next card reckons nothing in this deal. What was forgotten is lost with
the first card.
[11 | By agreement | point play]
Some players count one less for a point ending in four, and do not count nines, eights and sevens in play.
[12 | Errors in marking | record | miscount arithmetic]
A mistake in adding or writing may be corrected until the partie ends.
[13 | A hundred up | partie | lurch double series]
A player who reaches a hundred while the opponent is below fifty wins two parties. The best of five wins the series; a
double win counts as two.
"""

EVERY_LAW: tuple[Law, ...] = (
    *_read(Book.LAWS, _LAWS),
    *_read(Book.CASES, _CASES),
    *_read(Book.AU_CENT, _AU_CENT),
)
