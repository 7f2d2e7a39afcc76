"""
The laws and cases as text: the numbers of each, its title, what it bears on, and other words to find it by.

What it mainly bears on comes first.
"""

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
Whoever cuts higher may choose to deal or to be dealt to; the ace is the highest. The dealer picks the pack he deals
with.
[9 | Hands and talon | dealing | stock packets number]
The cards go out in twos or in threes, and so for the whole partie; each hand has twelve. The eight that are left lie
in one heap, the talon.
[10 | Mending a misdeal | dealing | leave]
Until a hand is lifted a misdeal can be mended, if the other player lets the dealer do it.
[11 | One card wrong | dealing | eleven thirteen stock misdeal]
With one card too many or too few elder may ask for a fresh deal. With seven in the talon he may ask for one too, or
play on and change how many he discards.
[12 | More than one card wrong | dealing | stock misdeal]
A hand that is wrong by two cards or more, or a talon of nine, is dealt again.
[13 | A card shown in dealing | dealing | exposed faced]
If the dealer shows a card of elder's or of the talon, elder may have a fresh deal. A card of his own that he shows
changes nothing.
[14 | A card face up | dealing]
A card that lies face up in the pack or the talon means a fresh deal.
[15 | The wrong pack | dealing]
Dealt with the other's pack, the deal is made again if that is seen before a hand is lifted. If it is seen later the
deal stands, and the players change packs.
[16 | Dealing out of turn | dealing | wrong dealer seats]
It is void if noticed before a hand is lifted. Noticed later it stands, and whoever was elder in it deals the next
two, unless this deal or the next one is the partie's last.
[18 | What carte blanche does | carte_blanche bonus | blank no court cards king queen knave jack]
It is reckoned before everything else: it counts towards its holder's repique and pique and bars the other's.
[19 | How it is shown | carte_blanche | prove blank]
The cards are counted out one after another, face up, so that both see there is no court card.
[20 | When it is told and shown | carte_blanche exchange | announce blank time]
Whoever has it says so as soon as he knows. He need not show it until the other has discarded.
[21 | Elder's exchange | exchange]
Elder changes at least one card and at most five; Law 42 has an exception.
[22 | Younger's exchange | exchange]
Three cards are younger's to change, and one she must; Laws 40, 41 and 43 have exceptions.
[24 | The discard is fixed | exchange | stock]
Nobody alters a discard after lifting from the talon.
[25 | A discard taken back | penalties exchange | long hand overfull]
Whoever takes cards of his discard back after lifting from the talon has too many, and reckons nothing in this deal.
[26 | Hand and discard mixed | penalties exchange play | short hand]
If they are mixed after the talon was touched, the player goes on with too few cards, and the other counts as tricks
those that he cannot play.
[27 | Touching the other's share | penalties exchange | stock expose]
A player who lifts or shows talon cards that are the other's reckons nothing in this deal.
[28 | Elder mixes in a wrong card | penalties exchange | stock]
Elder who has put a talon card that is not his among his own reckons nothing; or younger may look and then have a
fresh deal instead.
[29 | Younger mixes in a wrong card | penalties exchange | stock]
The same the other way round. She is safe if she only touched elder's cards and put none among her own.
[30 | Too many discarded | penalties exchange play | short hand]
Whoever discards more than he takes plays with too few; the other counts the missing ones as tricks.
[31 | Too many taken | penalties exchange | long hand overfull]
Whoever takes more than he discarded, none of them the other's, plays on with too many and reckons nothing.
[32 | Elder says how many cards are taken | exchange | announce]
Elder tells how many cards he takes or leaves. If he fails to, younger may still alter her discard.
[33 | What elder leaves | exchange penalties | talon look]
He may look at the cards that he leaves. If he lifts them together with his own he reckons nothing.
[34 | What younger may take | exchange | talon rest]
All that elder leaves is younger's to take.
[35 | Younger lifts too many | penalties exchange | talon]
If she lifts more cards than she discarded she reckons nothing in this deal.
[36 | What younger leaves | exchange | talon leftovers peek]
When elder has led, or has named the suit he will lead, she decides whether to see what she left. Elder may look only
if she does.
[37 | Leftovers lost in a discard | exchange | mixed talon]
If younger puts unseen leftovers among her discard, elder may look through that discard.
[38 | Counting the talon | exchange dealing]
When eleven or thirteen cards are announced, the talon may be counted.
[39 | Elder takes and says nothing | dealing exchange]
Elder with eleven or thirteen who takes cards before saying so can no longer have a fresh deal. A talon of seven
against a hand of eleven is dealt again in any case.
[40 41 42 43 | Discards after a wrong deal | exchange dealing]
When a deal with eleven or thirteen cards, or a talon of seven, is let stand, these four laws say how many each player
discards and takes.
[44 | A penalty may be waived | penalties corrections | forgive waive]
Nobody has to hold the other to the penalty of reckoning nothing.
[45 | One's own discard | exchange | consult]
A player may look at what he discarded whenever he likes.
[46 | Elder calls the point first | point answers | how many pips making question]
A point that elder does not call first is lost. The number of cards is enough. Younger may ask what it makes only with
as many cards of her own, and having asked she cannot score a longer point.
[47 | In what order one may call | point sequence set]
Younger is free to call other things before her point, and nobody is bound to call his sequence right after.
[48 | What a call must name | sequence set answers | how high top card]
The length is enough where nothing in the other's cards can match it. Where something can, the head of a sequence or
the rank of a set is named.
[49 | A first call that is good | sequence set | lesser sink undercall]
Once elder's first call of a kind is good by the cards, his higher sequences or sets count as well.
[50 | Raising a call | point sequence set corrections | undercall]
Elder who called too low may call higher as long as younger has not replied.
[51 | Taking an answer back | answers corrections | good equal not good reply withdraw]
Younger may take back a mistaken good or equal until elder makes his next call or leads.
[52 | Taking an over-call back | corrections point sequence set | withdraw]
What was called too high and allowed may be put right until younger plays to the first trick; elder may then have his
lead back.
[53 | A wrong name | corrections | misnomer false claim]
A wrong suit or rank does no harm if the caller holds something of the same value, and could not have held what he
named.
[54 | A false call | corrections penalties point sequence set | penalty reckons nothing]
Whoever makes one and does not put it right in time reckons nothing in this deal, unless it was only a wrong name or
could not have been held. The other then takes what is good against what was rightly called.
[55 | Showing what counts | corrections point sequence set | show prove request]
What was allowed as good or equal is shown whenever the other asks. Offering to show it before playing avoids a
penalty.
[56 | What was not called | corrections point sequence set | omitted too late]
When younger has played to the first trick nothing that was forgotten can be reckoned, save under Law 54.
[57 | Too few cards | play penalties | short hand]
Playing with too few is no offence; the other counts a trick for every card that cannot be played.
[58 | Too many cards | penalties bonus | long hand overfull]
Whoever plays with too many reckons nothing, and yet what he holds bars the other's score.
[59 | A card once played | play | revoke lead retake replay]
It stays, unless it fell by accident; unless one player led on and the other followed too soon, or the wrong player
led and nobody has followed; unless suit was not followed; or the other misled him on shown cards.
[60 | Looking at tricks | play]
Both players may look through every trick that was taken.
[61 | Carte blanche | carte_blanche | blank]
It counts ten.
[62 | The point | point | pips equal tie length]
The better point scores one for each of its cards: more cards first, then what they make. When both are the same
nobody scores.
[63 | Sequences | sequence | equal tie run]
The longest is best, and of the same length the highest; huitième eighteen, septième seventeen, sixième sixteen, quint
fifteen, quart four, tierce three. When the best are equal no sequence of either counts.
[64 | Sets | set | four three of a kind]
Any quatorze beats any trio, then the higher rank is better; fourteen and three. Nothing below tens counts.
[65 | Counting in play | play record | lead trick last]
A player counts one for every card he leads and one for every trick he wins off the other's lead; the last trick
counts two to its winner.
[66 | The cards and capot | cards play]
Seven tricks or more are ten for the cards; six each, nothing. All twelve are forty, in place of the ten.
[67 | The order of reckoning | bonus | order thirty]
Carte blanche, then the point, sequences, sets, what is made in play, and the cards.
[68 | Repique | bonus carte_blanche point sequence set | sixty thirty equality]
Thirty in hand alone, all of it reckoned before anything of the other's, brings sixty more.
[69 | Pique | bonus play | thirty]
Elder alone can make it: thirty in hand and play before the other has reckoned anything brings thirty more. Capot is
reckoned later and helps nobody to it.
[70 | A miscount | record | error adding arithmetic mistake marking too late]
An error in counting a hand, once shown, is put right for as long as whoever made it has not seen his next hand.
[71 | The partie | partie | tie draw extra]
It is six deals, and more points win. Level, each deals once more and that ends it, level or not. Players may agree on
four deals of which the first and last count twice; deals added to those count once.
[72 | What is paid | partie | margin]
The winner has the difference of the totals and a hundred.
[73 | The Rubicon | partie | under hundred rubiconed margin]
A loser with less than a hundred pays both totals together and a hundred, however little the winner made.
[74 | Two records that differ | record | pads own figure sheet differ written dispute]
Where the players have written different scores, each is believed about his own hand.
[75 | An imperfect pack | dealing]
It makes only the deal in which it is found void.
[76 | Fresh cards | dealing | new pack]
Either player may ask for them before the cut, and pays for them.
[78 | A bystander | partie record | onlooker spectator damage remark]
A looker-on who makes a difference to the score can be asked to pay for it.
"""

# The cases that Cavendish decided, as far as they can settle a dispute.
_CASES = """
[1 | Equal, said of a shorter point | answers point bonus | reply]
Younger who answers equal though her point is the longer cannot score it. It still saves her from pique and repique.
[2 | Kings that were not there | set corrections | false call good]
Younger allowed three kings that elder did not hold; when that comes out she may reckon her tens.
[3 | Thinking over a fresh deal | dealing | new deal offer]
Whoever is offered a fresh deal and hesitates has declined it once play goes on.
[4 | Sets that follow from other calls | set corrections partie | forgotten implied omitted]
What earlier calls show to be held may be reckoned until younger plays, and then no more. An elder under the Rubicon
who would rather not reckon it has to, if the other insists.
[5 6 20 21 | Carte blanche in time | carte_blanche exchange penalties | blank overfull]
When it must be told and shown. It stands even if the hand is found too long afterwards.
[7 | Asking which queen | set answers | question trio]
To ask which queen is missing from a set is to admit that the others are good.
[8 | The wrong king named as missing | set corrections | trio]
To name the wrong card as the one that is not held makes the call a false one.
[9 | What a corrected call gave away | corrections | information]
There is no remedy for what the other learned from a call that was put right in time.
[10 11 | Played too soon, or in a bundle | play | replay overplay]
After playing ahead of turn the trick is played again. Cards thrown down together by mistake may be sorted out until
the last one is played.
[12 | Not asking to see | answers corrections | ambiguous show]
Whoever does not ask to be shown a call takes it with its doubt.
[13 | A card short in the exchange | exchange | talon]
A card that was left by mistake may still be picked up, unless it was announced as left.
[14 | Lifting too early | exchange penalties | overfull long]
Whoever lifts from the talon before time can be forced into a hand with too many cards.
[15 16 | How many? | answers | question play]
The question is about the cards that were declared, and about no others.
[17 18 | A card from another pack | dealing penalties]
What follows when a strange card is found in the deal.
[19 | The last trick of a long hand | play | overfull]
Even with thirteen cards in a hand the twelfth trick is the last, and counts two.
[22 | A swing of 581 points | penalties partie | overfull long]
All of it turned on one hand with too many cards; the law decided it, and the author thinks it a bad law.
"""

# The Laws of Piquet au Cent.
_AU_CENT = """
[1 | Cutting and dealing | dealing]
The lower cut deals, and only in twos. A wrong pack or a wrong dealer stands once the deal has gone so far.
[2 | Touching the talon | dealing exchange | stock]
When elder touches it he can no longer have a fresh deal for a wrong number of cards; his discard is fixed.
[3 | Younger's exchange and carte blanche | exchange carte_blanche]
She may leave all her cards as they are. Her carte blanche can wait until elder has discarded and touched the talon.
[4 | The other's talon cards | penalties exchange | stock lifting]
Whoever mixes or lifts them loses the whole partie.
[5 | Leftovers that nobody was to see | exchange penalties]
If somebody looks after younger chose not to, they are laid open, and the offender can be told which suit to lead.
[6 | Elder says all of it | point sequence set answers]
With his point what it makes, with his sequence its head, with his set its rank.
[7 | A low call binds | point sequence set corrections | undercall sink]
Nothing above what was called may be reckoned, even if the call could not be beaten. A wrong name may be put right
before the lead.
[8 | Showing before the lead | point sequence corrections | prove]
A point or sequence that is good or equal is shown before leading. Otherwise it is lost, and the other may score his
own though it be worse. Showing more than was called scores what was called and still bars equals.
[9 | Younger is held to the answer | answers corrections | reply]
Good or equal cannot be taken back. If she denies what proves to be good, or cannot show what she said she has, elder
may reckon his after leading.
[10 | False sets and forgotten things | set corrections penalties | omitted]
A set that is false and not put right before the next card reckons nothing in this deal. What was forgotten is lost
with the first card.
[11 | By agreement | point play]
Some count one less for a point ending in four, and leave nines, eights and sevens out of the count in play.
[12 | Errors in marking | record | miscount arithmetic]
A mistake in adding or in writing down may be put right as long as the partie lasts.
[13 | A hundred up | partie | lurch double series]
Reaching a hundred while the other is below fifty wins two. Three of five win, a double counting as two.
"""

EVERY_LAW: tuple[Law, ...] = (
    *_read(Book.LAWS, _LAWS),
    *_read(Book.CASES, _CASES),
    *_read(Book.AU_CENT, _AU_CENT),
)
