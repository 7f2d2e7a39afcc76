"""The pages of a pair: what two people have played, over years and without a club.

Who has the link of a pair may read them. What is said of the history there is for phones on which
the two began a partie.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from flask import Blueprint, Response, render_template, request
from werkzeug.wrappers import Response as Answer

from ..rules.messages import Text
from ..rules.names import folded, together
from ..service.pairs import LONGEST_NOTE, LONGEST_UNIT, PairPreview
from ..table.charts import QR
from ..table.contexts import Context
from ..table.entering import NotAllowed, new_token
from ..table.formatting import parse_number, short_names
from ..table.own_parties import SheetEntry, rematch, sheet_entry
from ..table.pair_page import (
    PAGE_SIZE,
    AccountWords,
    PairHistory,
    PairPartieRow,
    PairScore,
    account_words,
    pair_context,
    partie_row,
    period_message,
    score_of,
)
from ..table.pair_words import short_day
from ..table.saving import archive_name, saved_archive
from ..table.times import day_of
from .address import redirect_to
from .contexts import render
from .errors import error_page
from .extensions import limited
from .forms import Page, posts
from .notices import done
from .sheets import qr_of
from .visitor import (
    CarriedPair,
    carried_secrets,
    carry_pair,
    drop_link_of_pair,
    form_token,
    gather_pairs,
    renewed_pairs,
    the_pairs,
    the_parties,
    visitor,
)
from .visitor import (
    note as noted,
)

bp = Blueprint("pairs", __name__)


class PairDoneText(Text):
    """What the pages of a pair say of what was done there.

    It repeats what was chosen, so no oracle asks it.
    """

    GATHERED = "Gathered into {count:,} {count:pair/pairs}."
    NOTHING_TO_GATHER = "There is no partie of two that is in no pair."
    NEW_LINK = "The link is new. The one before it leads nowhere now."
    NO_PAIR = "This link leads to no pair."
    NO_PAIR_ADVICE = "It may have been renewed. Ask the other player for the new one."
    LEFT_OUT = "The partie is left out: it counts in nothing on this page. You can take it back in."
    ACCOUNT_CLOSED = "The account is closed."
    APART_AGAIN = "The two pairs are apart again."
    JOINED = "The two pairs are one. To take this back, choose Join on this page."
    CHOOSE = "Choose the parties that two others played."
    PARTED = "These parties are a pair of their own now. To take this back, choose Join here."
    ERASED = "The name is erased from every sheet of this pair."


def _today() -> str:
    return day_of(the_parties().at())


def _own(code: str) -> CarriedPair:
    return visitor().pairs[code.upper()]


def _history(code: str) -> PairHistory:
    return the_pairs().history(code, most=0)


def _both(code: str) -> str:
    return together(_history(code).names)


@bp.get("/pair/<code>")
def show(code: str) -> str:
    """Show the score, the balance, the figures and every partie of a pair."""
    year = request.args.get("year", "")[:4]
    rules = request.args.get("rules", "")
    start = parse_number(request.args.get("start", ""), default=0)
    history = the_pairs().history(code, year=year, rules=rules, start=start, most=PAGE_SIZE)
    found = pair_context(
        history,
        code.upper(),
        today=_today(),
        year=year,
        rules=rules,
        start=start,
        may_keep=_own(code).keeps,
    )
    is_first_page = not (year or rules or start)
    if is_first_page and history.results and not history.running:
        latest = the_parties().sheet(history.results[0].code)
        found = replace(found, rematch=rematch(latest))
    return render(found)


@bp.get("/pair/<code>/save")
def save(code: str) -> Answer:
    """Return every partie of a pair in one file, with a table of their results."""
    saved = the_pairs().saved(code)
    names = archive_name(_history(code).names)
    return Response(
        saved_archive(saved),
        mimetype="application/zip",
        headers={"Content-Disposition": f'attachment; filename="{names}"'},
    )


@bp.post("/pairs/gather")
def gather() -> Answer:
    """Put all parties that this phone may score by links into pairs."""
    pairs = gather_pairs(form_token())
    if pairs:
        done(PairDoneText.GATHERED(count=pairs))
    else:
        done(PairDoneText.NOTHING_TO_GATHER())
    return redirect_to("home.index")


@bp.post("/pairs/renewed")
def dismiss() -> Answer:
    """Say no more on this phone that the link of a pair was renewed elsewhere."""
    code = request.form.get("code", "")[:20]
    if code in {each.code for each in renewed_pairs()}:
        drop_link_of_pair(code)
    return redirect_to("home.index")


# The link


@dataclass(frozen=True, slots=True, kw_only=True)
class PairLinkPage(Context):
    """The link of a pair, for the other phone or for a new one.

    Attributes:
        qr: of the link, with its address; `None` if phones cannot open the program.
    """

    template: ClassVar = "pairs/link.html"

    code: str
    both: str
    qr: QR | None
    may_keep: bool


@bp.get("/pair/<code>/link")
def link(code: str) -> str:
    pair = _own(code)
    page = PairLinkPage(
        code=pair.code,
        both=_both(code),
        qr=qr_of("pairs.open_link", token=pair.secret),
        may_keep=pair.keeps,
    )
    return render(page)


@bp.post("/pair/<code>/link")
def renew(code: str) -> Answer:
    """Give the pair another link; this phone goes on with it."""
    pair = _own(code)
    secret = form_token()
    try:
        the_pairs().renew(pair.code, pair.secret, secret)
    except NotAllowed as error:
        done(str(error))
    else:
        carry_pair(pair.code, secret, keeps=True)
        noted("renewed link of pair")
        done(PairDoneText.NEW_LINK())
    return redirect_to("pairs.link", code=pair.code)


@bp.get("/w/<token>")
@limited
def open_link(token: str) -> tuple[str, int]:
    """Show one key that opens the pair of a link, so that a preview of the link changes nothing."""
    code = the_pairs().with_link(token)
    if not code:
        return error_page(404, PairDoneText.NO_PAIR(), PairDoneText.NO_PAIR_ADVICE())
    return render_template("pairs/open.html", token=token, both=_both(code)), 200


@bp.post("/w/<token>")
@limited
def accept_link(token: str) -> Answer:
    code = the_pairs().with_link(token)
    if not code:
        return redirect_to("pairs.open_link", token=token)
    carry_pair(code, token)
    return redirect_to("pairs.show", code=code)


# A partie


@dataclass(frozen=True, slots=True, kw_only=True)
class PairPartiePage(Context):
    """What can be said of a partie of a pair: a note, its day, and that it does not count.

    Attributes:
        entry: the partie.
        day: on which it was played, in ISO 8601, or as it was typed; *day_words* are the kept one.
        is_out: it is left out.
        longest: characters of a note.
    """

    template: ClassVar = "pairs/partie.html"

    code: str
    both: str
    entry: SheetEntry
    day_words: str
    words: str
    day: str
    is_out: bool
    longest: int
    error: str


@bp.get("/pair/<code>/partie/<sheet>")
def partie(code: str, sheet: str, error: str = "") -> Page:
    found = the_parties().sheet(sheet)
    of = the_pairs().of_sheet(sheet)
    page = PairPartiePage(
        code=code.upper(),
        both=_both(code),
        entry=sheet_entry(found),
        day_words=short_day(found.played, _today()[:4]),
        words=request.form.get("note", the_pairs().note_of(sheet)),
        day=request.form.get("day", found.played),
        is_out=of is not None and of.is_out,
        longest=LONGEST_NOTE,
        error=error,
    )
    return render(page), 422 if error else 200


@posts(bp, "/pair/<code>/partie/<sheet>/note", partie)
def note(code: str, sheet: str) -> Answer:
    the_pairs().note(sheet, request.form.get("note", ""))
    return redirect_to("pairs.show", code=code)


@posts(bp, "/pair/<code>/partie/<sheet>/day", partie)
def set_day(code: str, sheet: str) -> Answer:
    the_pairs().set_day(sheet, request.form.get("day", ""))
    return redirect_to("pairs.show", code=code)


@bp.post("/pair/<code>/partie/<sheet>/out")
def leave_out(code: str, sheet: str) -> Answer:
    the_pairs().leave_out(sheet)
    done(PairDoneText.LEFT_OUT())
    return redirect_to("pairs.left_out", code=code)


@bp.post("/pair/<code>/partie/<sheet>/in")
def take_back_in(code: str, sheet: str) -> Answer:
    the_pairs().take_back_in(sheet)
    return redirect_to("pairs.show", code=code)


@bp.get("/pair/<code>/left-out")
def left_out(code: str) -> str:
    """List the parties that are left out, each with the key that takes it back in."""
    this_year = _today()[:4]
    entries = [
        (short_day(each.played, this_year), sheet_entry(each))
        for each in the_pairs().left_out(code)
    ]
    return render_template(
        "pairs/left_out.html", code=code.upper(), both=_both(code), entries=entries
    )


# What they play for


@dataclass(frozen=True, slots=True, kw_only=True)
class PairStakePage(Context):
    """What a point is worth to a pair, as it was typed."""

    template: ClassVar = "pairs/stake.html"

    code: str
    both: str
    amount: str
    unit: str
    longest: int
    error: str


@bp.get("/pair/<code>/stake")
def stake(code: str, error: str = "") -> Page:
    account = _history(code).account
    page = PairStakePage(
        code=code.upper(),
        both=_both(code),
        amount=request.form.get("amount", account.amount if account else ""),
        unit=request.form.get("unit", account.unit if account else ""),
        longest=LONGEST_UNIT,
        error=error,
    )
    return render(page), 422 if error else 200


@posts(bp, "/pair/<code>/stake", stake)
def set_stake(code: str) -> Answer:
    the_pairs().set_stake(code, request.form.get("amount", ""), request.form.get("unit", ""))
    return redirect_to("pairs.show", code=code)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairSettledPage(Context):
    """The account of a pair, to be closed with a line.

    Attributes:
        words: who owes what, and the lines before.
        open_points: that are not settled; nought is nothing to settle.
        line: as it was typed.
    """

    template: ClassVar = "pairs/settled.html"

    code: str
    both: str
    words: AccountWords | None
    open_points: int
    line: str
    longest: int
    error: str


@bp.get("/pair/<code>/settled")
def settled(code: str, error: str = "") -> Page:
    history = _history(code)
    account = history.account
    page = PairSettledPage(
        code=code.upper(),
        both=together(history.names),
        words=None if account is None else account_words(account, history.names, _today()),
        open_points=0 if account is None else account.open_points,
        line=request.form.get("line", ""),
        longest=LONGEST_NOTE,
        error=error,
    )
    return render(page), 422 if error else 200


@posts(bp, "/pair/<code>/settled", settled)
def settle(code: str) -> Answer:
    seen = request.form.get("seen", "")
    points = parse_number(seen.removeprefix("-"), default=0)
    points = -points if seen.startswith("-") else points
    the_pairs().settle(code, request.form.get("line", ""), points)
    done(PairDoneText.ACCOUNT_CLOSED())
    return redirect_to("pairs.show", code=code)


@bp.post("/pair/<code>/settled/back")
def take_back_settled(code: str) -> Answer:
    account = _history(code).account
    seen = parse_number(request.form.get("seen", ""), default=0)
    if account is not None and len(account.settled) == seen:  # else the form was sent twice
        the_pairs().take_back_settled(code)
    return redirect_to("pairs.settled", code=code)


# Two pairs of one, and one of two


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinPage(Context):
    """Two pairs that are the same two people, and what joining them does.

    Attributes:
        names: of this pair, as on its page.
        others: the other pairs of this phone, with their codes.
        other: the code of the one that was chosen; empty before that.
        of_other: its names.
        crossed: its left player is the right one here.
        before: the score of this pair, and *after* with the other's parties.
        came: the pairs that were joined into this one on this phone, with their codes.
    """

    template: ClassVar = "pairs/join.html"

    code: str
    both: str
    names: tuple[str, str]
    others: Sequence[tuple[str, str]]
    other: str = ""
    of_other: tuple[str, str] = ("", "")
    crossed: bool = False
    before: PairScore | None = None
    after: PairScore | None = None
    came: Sequence[str] = ()


@bp.get("/pair/<code>/join")
def join(code: str) -> Page:
    """Choose another pair that is the same two people; then show what joining changes."""
    code = code.upper()
    history = _history(code)
    own = the_pairs().own([*visitor().pairs])
    found = {each.code: each.names for each in own if each.code != code}
    other = request.args.get("other", "")
    page = JoinPage(
        code=code,
        both=together(history.names),
        names=history.names,
        others=[(each, together(names)) for each, names in found.items()],
        came=[
            each
            for each, secret in carried_secrets().items()
            if each != code and the_pairs().with_link(secret) == code
        ],
    )
    if other not in found:
        return render(page), 200
    asked = request.args.get("crossed", "")
    crossed = asked == "yes" if asked else are_crossed(history.names, found[other])
    preview = the_pairs().preview_of_join(code, other, crossed=crossed)
    before, after = _scores(preview, history.names)
    page = JoinPage(
        **{
            **page.variables,
            "other": other,
            "of_other": found[other],
            "crossed": crossed,
            "before": before,
            "after": after,
        }
    )
    return render(page), 200


def are_crossed(names: Sequence[str], others: Sequence[str]) -> bool:
    """Whether a name of a pair is that of *others*, but on the other side."""
    left, right = map(folded, names)
    other_left, other_right = map(folded, others)
    is_straight = left == other_left or right == other_right
    return not is_straight and (left == other_right or right == other_left)


def _scores(preview: PairPreview, names: tuple[str, str]) -> tuple[PairScore, PairScore]:
    period = period_message("", "")
    return score_of(preview.before, names, period), score_of(preview.after, names, period)


@bp.post("/pair/<code>/join")
def joining(code: str) -> Answer:
    """Join another pair of this phone into this one, or part the two again."""
    code = code.upper()
    other = request.form.get("other", "")
    if request.form.get("again") == "yes":
        the_pairs().part_again(code, other)
        done(PairDoneText.APART_AGAIN())
        return redirect_to("pairs.show", code=code)
    theirs = visitor().pairs.get(other)
    if theirs is not None and theirs.keeps:
        the_pairs().join(code, other, crossed=request.form.get("crossed") == "yes")
        done(PairDoneText.JOINED())
    return redirect_to("pairs.show", code=code)


@dataclass(frozen=True, slots=True, kw_only=True)
class PartPage(Context):
    """The parties of a pair, of which some are of two others, and what parting them does.

    Attributes:
        rows: a page of the parties, of *count*.
        chosen: the codes of those to part.
        before: the score of the pair; *after* without them.
    """

    template: ClassVar = "pairs/part.html"

    code: str
    both: str
    names: tuple[str, str]
    rows: Sequence[PairPartieRow]
    chosen: Sequence[str]
    before: PairScore | None
    after: PairScore | None
    key: str
    error: str


MOST_PARTED = 500
"""How many parties the form that parts them lists, the latest first."""


@bp.get("/pair/<code>/part")
def part(code: str, error: str = "") -> Page:
    """Choose parties that are of two others; then show what parting them changes."""
    code = code.upper()
    history = the_pairs().history(code, most=MOST_PARTED)
    this_year = _today()[:4]
    known = {each.code for each in history.results}
    chosen = [each for each in request.values.getlist("sheet") if each in known]
    before = after = None
    if chosen and not error:
        try:
            preview = the_pairs().preview_of_part(code, chosen)
        except NotAllowed as refused:
            error = str(refused)
        else:
            before, after = _scores(preview, history.names)
    elif "see" in request.args:
        error = f"{PairDoneText.CHOOSE()}"
    page = PartPage(
        code=code,
        both=together(history.names),
        names=history.names,
        rows=[partie_row(each, short_names(history.names), this_year) for each in history.results],
        chosen=chosen,
        before=before,
        after=after,
        key=new_token(),
        error=error,
    )
    return render(page), 422 if error else 200


@posts(bp, "/pair/<code>/part", part)
def parting(code: str) -> Answer:
    secret = form_token()
    apart = the_pairs().part(code, request.form.getlist("sheet"), secret)
    carry_pair(apart, secret, keeps=True)
    done(PairDoneText.PARTED())
    return redirect_to("pairs.show", code=apart)


# A name


@bp.get("/pair/<code>/erase")
def erase(code: str) -> str:
    """Ask whose name is to be erased from all sheets of the pair."""
    return render_template(
        "pairs/erase.html", code=code.upper(), names=_history(code).names, both=_both(code)
    )


@bp.post("/pair/<code>/erase")
def erasing(code: str) -> Answer:
    player = parse_number(request.form.get("player", ""), default=-1)
    if player in (0, 1) and request.form.get("sure") == "yes":
        the_pairs().erase(code, player)
        done(PairDoneText.ERASED())
    return redirect_to("pairs.show", code=code)
