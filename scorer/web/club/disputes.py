"""Disputes: a club's case law, a dispute with replies and ruling, decisions without a request;
signing and requests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response as Answer
from wtforms import Form, SelectField

from ...ledger.entries import Reversed, SheetPosted
from ...ledger.finality import Appeal
from ...rules.messages import Message
from ...rules.versions import (
    Bearing,
    deciding_figure,
    difference_message,
    differing_figures,
    governing_messages,
    margin_message,
    where,
)
from ...rules.words import first_up
from ...service.club.audit.ledger_pages import ReadEntry
from ...service.club.credentials import Actor
from ...service.club.disputes.cases import (
    LONGEST_REASON,
    THE_TERMS,
    Correction,
    Disputed,
    DisputeKind,
    DisputeRow,
    Found,
    Outcome,
    ReplyKind,
    Search,
    answers,
    has_signed,
    is_denial,
    is_in_words,
    kind_of,
    may_rule,
    request_words,
)
from ...service.club.disputes.dispute_words import reply_words
from ...service.club.disputes.versions import (
    Version,
    asks_twice,
    bearing_of,
    deals_to_name,
    partie_of,
    version,
)
from ...service.club.people.clubs import Club
from ...service.club.posting.signing import SeasonSheet
from ...service.club.services import ClubServices
from ...service.sheets import AnySheet
from ...table.contexts import Context
from ...table.doubts import claims
from ...table.entering import NotAllowed
from ...table.formatting import day, parse_number
from ...table.settled import steps_of, verdict, what_was_signed
from ..address import redirect_to
from ..forms import OneOf, Page, PageOfList, club_page, part_of, posts, text
from ..kinds import Correctable, address_of, both_versions, pages_of
from ..notices import done
from ..rights import LARGEST, the_actor, the_club
from ..season_sheet import (
    Viewer,
    chosen_player,
    closed_season,
    corrections,
    how_signing,
    the_player,
    viewer,
)
from ..sheet_words import (
    NO_MORE,
    SendText,
    answer_key,
    corrected_words,
    door_words,
    ending_words,
    final_words,
    own_signature_words,
    people_of,
    record_signed_words,
    signed_version_words,
    signed_words,
    state_meaning,
    status_words,
)
from ..sheets import refused
from ..two_versions import Compared, balances_words, turn_words
from ..visitor import form_token, shown_names, the_club_services, visitor
from .corrections import post_or_preview
from .transfer import sent

bp = Blueprint("disputes", __name__, url_prefix="/c/<club>/disputes")
sheet_bp = Blueprint("dispute", __name__, url_prefix="/p/<code>/disputes")
_WORDS: tuple[Callable[..., object], ...] = (
    *(claims, steps_of, verdict, what_was_signed, difference_message, governing_messages),
    *(request_words, reply_words, ending_words, people_of),
    *(balances_words, turn_words, deals_to_name),
    *(status_words, answer_key, corrected_words, state_meaning),
    *(signed_words, record_signed_words),
)
for _words in _WORDS:
    bp.add_app_template_filter(_words)


class SearchForm(Form):  # type: ignore[misc]  # WTForms has no types
    law = SelectField("Law or case", validate_choice=False)
    season = SelectField("Season", validate_choice=False)
    how = OneOf("Outcome", Outcome, None, none="Any outcome")


def _search() -> tuple[SearchForm, Search]:
    """Return the form of the search, and what it asks for; nothing for what is not a choice."""
    form = SearchForm(request.args)
    seasons = the_club_services().seasons.seasons(the_club().id)
    names = {str(each.number): each.terms.name for each in seasons}
    form.season.choices = {"": "Any season"} | names
    number = int(form.season.data) if form.season.data in names else 0
    how = () if form.how.data is None else (form.how.data.name.lower(),)
    return form, Search(form.law.data or "", number, how)


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputesPage(Context):
    """The open disputes of a club, and those that have ended as a search asks for."""

    template = "club/disputes.html"
    form: SearchForm
    query: Mapping[str, str]
    waiting: PageOfList
    open: Sequence[Found]
    part: PageOfList
    ended: Sequence[Found]
    names: Mapping[int, str]


@bp.get("")
def index() -> Page:
    form, asked = _search()
    disputes = the_club_services().disputes
    club_id = the_club().id
    laws, total = disputes.laws_and_count(club_id, asked)
    form.law.choices = {"": "Any law"} | {each: each for each in laws}
    part = part_of(total)
    still_open = disputes.open_in_club(club_id)
    waiting = part_of(len(still_open), name="open")
    page = DisputesPage(
        form=form,
        query={name: value for name, value in request.args.items() if name in form and value},
        waiting=waiting,
        open=waiting.of(still_open),
        part=part,
        ended=disputes.search(club_id, asked, part.start - 1, part.size),
        names=shown_names(club_id),
    )
    return club_page(page)


@bp.get("/rulings.csv")
def export() -> Answer:
    _, asked = _search()
    return sent(the_club_services().exporting.rulings(the_club().id, asked))


# One dispute


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputePage(Context):
    template = "club/dispute.html"
    club: Club
    actor: Actor | None
    viewer: Viewer
    found: Disputed
    versions: Compared | None
    laws: Bearing
    earlier: Sequence[Found]
    entries: Sequence[ReadEntry]
    terms: str
    longest: int
    asks_twice: bool
    may_rule: bool
    history: Sequence[Happened]
    question: str
    may_appeal: bool
    final: Message | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreePage(Context):
    """The second question to a player who agrees to what moves a Rubicon or many points.

    Attributes:
        words: who asks for the correction, and why.
        moved: what the correction changes, in words.
        becomes: the same, on the key that makes it the record.
        versions: both settlements, or the balances in both versions.
        player: the name of who agrees.
        needs_pin: they prove it with their PIN, as this phone is not theirs.
        action: what the key sends its `fields` to.
        back: the page that asked the first time.
        at_once: nobody else has to agree, so the record is corrected at once.
    """

    template = "club/agree.html"
    sheet: AnySheet
    words: str
    moved: Message
    becomes: Message
    versions: Compared | None
    player: str
    needs_pin: bool
    action: str
    fields: Sequence[tuple[str, str]]
    back: str
    at_once: bool


def _agreeing(
    season_sheet: SeasonSheet,
    player: int,
    other: Version,
    *,
    action: str,
    fields: Sequence[tuple[str, str]],
    back: str,
) -> AgreePage:
    """Return the second question to a *player* who agrees to the *other* version of a sheet."""
    sheet = season_sheet.sheet
    pages = pages_of(sheet)
    dispute = season_sheet.dispute
    assert dispute is not None, "a player agrees in an open dispute"
    agreed = {*dispute.players_who(ReplyKind.AGREES.value), player}
    return AgreePage(
        sheet=sheet,
        words=request_words(dispute, sheet.names),
        moved=pages.moved(sheet, other.whole),
        becomes=pages.becomes(sheet, other.whole),
        versions=both_versions(sheet, other),
        player=sheet.names[player],
        needs_pin=visitor().player_on(sheet.code) != player,
        action=action,
        fields=[("player", str(player)), *fields, ("sure", "yes")],
        back=back,
        at_once=len(agreed) >= len(sheet.names) - 1,
    )


def _second_question(found: Disputed, player: int) -> AgreePage | None:
    """Return the second question to a *player* who agrees in a dispute;
    `None` if they cannot agree, or are asked once.
    """
    season_sheet = found.season_sheet
    dispute = found.dispute
    other = found.version
    may_agree = dispute.is_open and season_sheet.may_agree and player != dispute.player
    if not may_agree or other is None or not 0 <= player < len(season_sheet.sheet.names):
        return None
    if not asks_twice(found.record, other) or not viewer(found.record.code).may_act(player):
        return None
    here = url_for("dispute.show", code=found.record.code, dispute=dispute.number)
    fields = [("kind", ReplyKind.AGREES.value)]
    return _agreeing(season_sheet, player, other, action=here, fields=fields, back=here)


@sheet_bp.get("/<int:dispute>")
def show(code: str, dispute: int, error: str = "") -> Page:
    found = _dispute(code, dispute)
    agreeing = parse_number(request.values.get("agree", ""))
    second = _second_question(found, agreeing)
    if second is not None:
        return club_page(second, error)
    of = visitor().season_of(code)
    actor = visitor().acting_at(code)
    assert of is not None
    if actor is not None and not found.dispute.is_open:
        the_club_services().disputes.open_outcome(found, actor.member)
    services = the_club_services()
    who = viewer(code)
    entries = services.book.of_partie(of.club_id, code).entries[::-1]
    # Only the last case leads on: those before it are over.
    is_last = not found.dispute.is_open and found.dispute == found.season_sheet.disputes[-1]
    page = DisputePage(
        club=services.clubs.club(of.club),
        actor=actor,
        viewer=who,
        found=found,
        versions=both_versions(found.record, found.version),
        laws=found.bearing,
        earlier=services.disputes.earlier(found) if who.in_club else (),
        entries=entries,
        history=history(found, entries),
        question=figure_question(found),
        may_appeal=is_last and found.season_sheet.appeal is Appeal.POSSIBLE,
        final=final_words(found.season_sheet) if is_last else None,
        terms=THE_TERMS,
        longest=LONGEST_REASON,
        asks_twice=found.version is not None and asks_twice(found.record, found.version),
        may_rule=actor is not None and may_rule(found.season_sheet, actor),
    )
    return club_page(page, error)


bp.add_app_template_test(is_denial, "denial")
bp.add_app_template_test(is_in_words, "in_words")


@bp.app_template_test("mistyped")
def is_mistyped(dispute: DisputeRow) -> bool:
    """Whether it is no dispute: a director corrected what they mistyped."""
    return dispute.kind == DisputeKind.MISTYPED.name.lower()


class Happened(NamedTuple):
    """Something that happened to a partie, in words, with its moment."""

    at: str
    words: str


def history(found: Disputed, entries: Sequence[ReadEntry]) -> list[Happened]:
    """Return what happened to a partie in order: from the first statement that matters, through
    signatures, entries and every dispute about it, to the last ruling.
    """
    season_sheet = found.season_sheet
    sheet = season_sheet.sheet
    happened = list[Happened]()
    if found.recorded_at:
        difference = None if found.version is None else found.version.difference
        what = f"deal {found.dispute.deal + 1}" if difference is None else str(where(difference))
        happened.append(Happened(found.recorded_at, f"{first_up(what)}: recorded."))
    for signature in season_sheet.signed:
        name = sheet.names[signature.player]
        version_words = signed_version_words(signature, sheet)
        happened.append(Happened(signature.at, f"{name} signed {version_words}."))
    for read in entries:
        if read.entry is not None and isinstance(read.entry.body, SheetPosted | Reversed):
            happened.append(Happened(read.at, f"Entry {read.number}: {read.says}"))
    for dispute in season_sheet.disputes:
        happened.append(Happened(dispute.raised_at, request_words(dispute, sheet.names)))
        happened += [
            Happened(each.replied_at, reply_words(each, sheet.names)) for each in dispute.replies
        ]
        if dispute.ended_at:
            happened.append(Happened(dispute.ended_at, ending_words(dispute)))
    return sorted(happened, key=lambda each: each.at)


def figure_question(found: Disputed) -> str:
    """Return the one question that settles a dispute about totals; empty if it is about more."""
    record = found.record
    partie = partie_of(record)
    if not found.dispute.is_open or partie is None:
        return ""
    difference = None if found.version is None else found.version.difference
    if difference is not None:
        players = differing_figures(difference)
        was, now = difference.points
        if len(players) != 1:
            return ""
        (player,) = players
        return (
            f"Was the figure of {record.names[player]} in deal {difference.deal + 1} "
            f"{was[player]} or {now[player]}?"
        )
    figure = deciding_figure(partie, found.dispute.deal)
    if figure is None or figure.settled is None:
        return ""
    least = "or more" if figure.other > figure.record else "or less"
    return (
        f"Was the figure of {record.names[figure.player]} in deal {figure.deal + 1} "
        f"{figure.record}, or {figure.other} {least}? From there the result is "
        f"{margin_message(figure.settled, record.names)}."
    )


MOVES = (Outcome.CORRECTED.name.lower(), Outcome.AGREED.name.lower())
"""The outcomes after which the record is another."""


@bp.app_template_filter()
def moved_words(found: Disputed) -> str:
    """Say what a dispute has moved, or would: the result, or the balances of a company, and
    ranks.
    """
    record = found.record
    dispute = found.dispute
    after = found.version.whole if found.version is not None else None
    moves = []
    is_moved = dispute.is_open or dispute.how in MOVES
    if is_moved and after is not None:
        moves.append(f"{pages_of(record).moved(record, after)}")
    for member, before, then in found.ranks:
        name = record.names[found.season_sheet.membership.members.index(member)]
        moves.append(f"Rank of {name}: {before} to {then}.")
    if not moves:
        return ""
    return ("If it is corrected: " if dispute.is_open else "") + " ".join(moves)


ENDS = {"agreed": SendText.AGREED, "withdrawn": SendText.WITHDRAWN}
"""What is said of a reply that ends its dispute, by how it does."""


@posts(sheet_bp, "/<int:dispute>", show)
def reply(code: str, dispute: int) -> Page | None:
    disputes = the_club_services().disputes
    words = text("words")
    kind = request.form.get("kind", "")
    if kind == ReplyKind.AGREES.value and request.form.get("sure") != "yes":
        second = _second_question(_dispute(code, dispute), chosen_player(code))
        if second is not None:
            return club_page(second)
    by = the_player(code)
    if kind == "withdraws":
        now = disputes.withdraw(code, by)
    elif kind in [each.value for each in ReplyKind]:
        now = disputes.reply(
            code, by, ReplyKind(kind), words, number=dispute, form_key=form_token()
        )
    else:
        abort(404)
    how = next(each.how for each in now.disputes if each.number == dispute)
    done(ENDS.get(how or "", SendText.SENT)())
    return None


@posts(bp, "/<code>/<int:dispute>", show)
def rule(code: str, dispute: int) -> Page | Answer:
    found = _dispute(code, dispute)
    holds = text("holds")
    words = text("words")
    law = _law_chosen()
    if not found.dispute.is_open:
        raise NotAllowed("This dispute has already ended.")
    if holds not in ("record", "version", "out"):
        raise NotAllowed("Choose which version counts.")

    def verb(services: ClubServices) -> object:
        by = the_actor()
        if holds == "out":
            return services.disputes.take_out(code, by, words=words, law=law)
        follow = holds == "version"
        return services.disputes.rule(code, by, follow=follow, words=words, law=law)

    return post_or_preview(
        f"Ruling on dispute {dispute} of {found.record.code}",
        found.season_sheet.membership.season,
        verb,
        redirect_to("dispute.show", code=found.record.code, dispute=dispute),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionPage(Context):
    """A decision of a director that nobody asked for."""

    template = "club/settle.html"
    season_sheet: SeasonSheet
    correction: CorrectionAsked
    versions: Compared | None
    laws: Bearing
    terms: str


@bp.get("/<code>/settle")
def settling(code: str, error: str = "") -> Page:
    season_sheet = the_club_services().signing.sheet(code, the_club().id)
    if season_sheet is None or season_sheet.sheet.unfinished:
        abort(404)
    if season_sheet.closed_at:
        return closed_season(season_sheet)
    sheet = season_sheet.sheet
    asked = asked_correction(sheet)
    page = DecisionPage(
        season_sheet=season_sheet,
        correction=asked,
        versions=both_versions(sheet, asked.version),
        laws=_laws_for(season_sheet, asked),
        terms=THE_TERMS,
    )
    return club_page(page, error)


def _laws_for(season_sheet: SeasonSheet, asked: CorrectionAsked) -> Bearing:
    """Return what can decide a correction; without one, what was said of an open dispute."""
    if asked.version is not None:
        return asked.version.bearing
    dispute = season_sheet.dispute
    reason = "" if dispute is None else dispute.reason
    return bearing_of(season_sheet.sheet, asked.correction._replace(said=""), reason)


def _law_chosen() -> str:
    """Return the law that a ruling names: one that was searched for, or one of those offered."""
    return text("other_law") or text("law")


@posts(bp, "/<code>/settle", settling)
def settle(code: str) -> Page | Answer:
    asked = requested_correction()
    words = text("words")
    law = _law_chosen()
    played = text("played")
    season_sheet = the_club_services().signing.sheet(code, the_club().id)
    if season_sheet is None:
        abort(404)
    return post_or_preview(
        f"Decision on {season_sheet.sheet.code}",
        season_sheet.membership.season,
        lambda services: services.disputes.settle(
            code, the_actor(), asked, words=words, law=law, played=played
        ),
        _back(season_sheet),
    )


def _dispute(code: str, number: int) -> Disputed:
    found = the_club_services().disputes.dispute(code, number) if number <= LARGEST else None
    if found is None:
        abort(404)
    return found


# Signing, and requests for a correction


def requested_correction() -> Correction:
    """Return what a request corrects: of a company a turn, by its number;
    a deal, from 1 in the address; and how.
    """
    turn = parse_number(request.values.get("turn", ""))
    deal = parse_number(request.values.get("deal", ""))
    return Correction(turn, max(deal - 1, -1), request.values.get("said", ""))


def _requested(sheet: AnySheet, asked: Correction) -> Version | None:
    try:
        return version(sheet, asked)
    except NotAllowed:
        return None


@dataclass(frozen=True, slots=True)
class CorrectionAsked:
    """What a form for a correction shows: what is chosen, or what can be."""

    correction: Correction
    version: Version | None
    choices: tuple[Correctable, ...] = ()


def asked_correction(sheet: AnySheet) -> CorrectionAsked:
    asked = requested_correction()
    if asked.said:
        return CorrectionAsked(asked, _requested(sheet, asked))
    return CorrectionAsked(asked, None, tuple(pages_of(sheet).correctable(sheet)))


signing_bp = Blueprint("signing", __name__, url_prefix="/p/<code>")


@posts(signing_bp, "/signatures", refused)
def sign(code: str) -> Answer:
    """Sign for one player; the last signature posts the sheet."""
    signer = the_player(code)
    signing = the_club_services().signing
    return _back(signing.sign(code, signer, how_signing(code, signer)))


@posts(signing_bp, "/day", refused)
def set_day(code: str) -> Answer:
    """Say on which day the partie was played, before anyone has signed."""
    found = the_club_services().signing.set_day(code, request.form.get("played", ""))
    done(SendText.DAY_SAVED(moment=day(found.played)))
    return _back(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestPage(Context):
    """A request for a correction, with what it corrects or in words.

    Attributes:
        own: the name of the player whose phone this is; else empty.
        chosen: who says it, from 0; -1 if that is still to be chosen.
        answering: those who can answer the open dispute with what is asked.
        in_words: a dispute is open that says in words what is wrong.
        may_pick: what is wrong can be chosen.
        may_ask: anything can be raised; not after a ruling that is final.
        may_deny: a player whose signature the program has can say here that they never signed.
        before: what will happen, in sentences.
        send: the words of the key that sends what is said in words.
    """

    template = "club/ask.html"
    season_sheet: SeasonSheet
    sheet: AnySheet
    own: str
    chosen: int
    answering: Sequence[int]
    in_words: bool
    longest: int
    correction: CorrectionAsked
    may_pick: bool
    may_ask: bool
    may_deny: bool
    before: Sequence[Message]
    send: Message


def _while_open(view: Callable[[SeasonSheet, str], Page]) -> Callable[..., Page]:
    """Return the view of a sheet by its code; once its season is closed it only says so."""

    @wraps(view)
    def shown(code: str, error: str = "") -> Page:
        season_sheet = the_club_services().signing.sheet(code)
        if season_sheet is None:
            abort(404)
        if season_sheet.closed_at:
            return closed_season(season_sheet)
        return view(season_sheet, error)

    return shown


@signing_bp.get("/ask")
@_while_open
def asking(season_sheet: SeasonSheet, error: str) -> Page:
    """Show the one door for whatever is wrong:
    pick the deal and say what it should have been, or say it in words.
    """
    sheet = season_sheet.sheet
    who = viewer(sheet.code)
    asked = asked_correction(sheet)
    answering = tuple(player for player in range(len(sheet.names)) if answers(season_sheet, player))
    usual = next(iter(answering), -1) if asked.correction.said else -1
    own = sheet.names[who.player] if who.player is not None and not who.scores else ""
    if who.player is not None:
        usual = who.player
    chosen = parse_number(request.form.get("player", ""), default=usual)
    may_ask = season_sheet.appeal not in NO_MORE
    page = RequestPage(
        season_sheet=season_sheet,
        sheet=sheet,
        own=own,
        chosen=chosen,
        answering=answering,
        in_words=season_sheet.dispute is not None and is_in_words(season_sheet.dispute),
        longest=LONGEST_REASON,
        correction=asked,
        may_pick=may_ask and (not sheet.unfinished or corrections(sheet).any),
        may_ask=may_ask,
        may_deny=may_ask and season_sheet.ruling is None and may_deny(season_sheet, who),
        before=door_words(season_sheet, chosen if own else None),
        send=_send_words(season_sheet, chosen if own else None),
    )
    return club_page(page, error)


@bp.app_template_filter()
def may_deny(season_sheet: SeasonSheet, who: Viewer) -> bool:
    """Whether a player for whom this phone may act has signed a sheet, and may say it was not
    them.
    """
    players = range(len(season_sheet.sheet.names))
    return any(who.may_act(each) and has_signed(season_sheet, each) for each in players)


def _send_words(season_sheet: SeasonSheet, player: int | None) -> Message:
    """Return the words of the key that sends what a *player* says in words;
    `None` if it is not known yet who says it.
    """
    if season_sheet.ruling is not None:
        return SendText.APPEAL()
    if player is None:
        return SendText.SEND() if season_sheet.unsigned else SendText.CALL()
    kind = kind_of(season_sheet, player, Correction())
    return SendText.REFUSE() if kind is DisputeKind.REFUSAL else SendText.CALL()


def _second_question_of_answer(
    season_sheet: SeasonSheet, player: int, asked: Correction
) -> AgreePage | None:
    """Return the second question to a *player* whose correction is recorded at once;
    `None` if they are asked once.
    """
    sheet = season_sheet.sheet
    other = _requested(sheet, asked)
    if other is None or not asks_twice(sheet, other):
        return None
    fields = [("deal", str(asked.deal + 1)), ("said", asked.said)]
    if asked.turn >= 0:
        fields.append(("turn", str(asked.turn)))
    return _agreeing(
        season_sheet,
        player,
        other,
        action=url_for("signing.ask", code=sheet.code),
        fields=[*fields, ("reason", text("reason"))],
        back=f"{url_for('signing.asking', code=sheet.code)}?{urlencode(fields)}",
    )


@posts(signing_bp, "/ask", asking)
def ask(code: str) -> Page | Answer:
    """Raise it as what it is by the state of the sheet; only a call needs nobody to prove who they
    are.

    So a player without a PIN, who cannot refuse on a phone that is not theirs, calls the director
    there.
    """
    services = the_club_services()
    reason = text("reason")
    asked = requested_correction()
    season_sheet = services.signing.sheet(code)
    if season_sheet is None:
        abort(404)
    player = chosen_player(code)
    is_answer = answers(season_sheet, player) and bool(asked.said)
    second = _second_question_of_answer(season_sheet, player, asked) if is_answer else None
    if second is not None and request.form.get("sure") != "yes":
        return club_page(second)
    kind = kind_of(season_sheet, player, asked)
    is_proven = visitor().player_on(code) == player or request.form.get("pin", "") != ""
    if kind is DisputeKind.CALL or (kind is DisputeKind.REFUSAL and not is_proven):
        now = services.disputes.call(code, player, reason, asked.deal)
    else:
        now = services.disputes.file(code, the_player(code), kind, reason, asked)
    done(SendText.AGREED() if is_answer else SendText.SENT())
    return _back(now)


@dataclass(frozen=True, slots=True, kw_only=True)
class DenialPage(Context):
    """The page of a player who says that they never signed.

    Attributes:
        signers: the players for whom this phone may act and whose signatures the program has, each
            by name with what is known of their signatures.
        own: the name of the player whose phone this is; else empty.
    """

    template = "club/never_signed.html"
    season_sheet: SeasonSheet
    sheet: AnySheet
    signers: Sequence[tuple[int, str, Sequence[Message]]]
    own: str
    longest: int


@signing_bp.get("/never-signed")
@_while_open
def denying(season_sheet: SeasonSheet, error: str) -> Page:
    """Show what is known of the signatures of a player who says that they never signed."""
    sheet = season_sheet.sheet
    who = viewer(sheet.code)
    is_own = who.player is not None and not who.scores
    signers = [
        (player, name, own_signature_words(season_sheet, player))
        for player, name in enumerate(sheet.names)
        if who.may_act(player) and has_signed(season_sheet, player)
    ]
    page = DenialPage(
        season_sheet=season_sheet,
        sheet=sheet,
        signers=signers,
        own=sheet.names[who.player] if who.player is not None and is_own else "",
        longest=LONGEST_REASON,
    )
    return club_page(page, error)


@posts(signing_bp, "/never-signed", denying)
def deny(code: str) -> Answer:
    """Raise it as a matter of its own: the player proves who they are, as for a signature."""
    services = the_club_services()
    now = services.disputes.file(code, the_player(code), DisputeKind.DENIAL, text("reason"))
    done(SendText.SENT())
    dispute = now.dispute
    assert dispute is not None, "it was raised"
    return redirect_to("dispute.show", code=code, dispute=dispute.number)


def _back(now: SeasonSheet) -> Answer:
    return redirect(address_of(now.sheet), 303)
