"""The home page, a new partie, and opening one by its code or a scoring link."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from flask import Blueprint, render_template, request, session
from werkzeug.wrappers import Response as Answer

from ..rules.house_rules import name_of
from ..rules.messages import Message, Text
from ..rules.names import together
from ..service.addresses import host_name
from ..service.parties import NoSuchPartie, Sheet, SheetRow
from ..table.entering import NotAllowed, token_about
from ..table.formatting import packed, unpacked
from ..table.own_parties import (
    HomePage,
    known_pairs,
    new_context,
    new_partie,
    partie_in,
    rematch,
    sheet_entry,
    take_context,
)
from ..table.pair_page import pair_head, pair_line
from ..table.saving import (
    LARGEST_ARCHIVE,
    ArchiveRead,
    Fingerprint,
    Sorted,
    fingerprint,
    is_archive,
    read_archive,
    sort_read,
    take_all_context,
    taken_message,
)
from ..table.times import day_of
from .address import is_own_address, redirect_to
from .begun import all_parties, begun_page, own_parties, partie_begun, wants_another
from .contexts import render
from .errors import cookies_page, error_page, refuse_old_format
from .extensions import LARGEST_TAKEN, count_archive, limited, may_open, opened
from .forms import Page, posts
from .house_rules import saved_rules
from .kinds import card_entry, pages_of
from .notices import done, problem
from .season_sheet import own_disputes
from .sheet_words import OwnSignature, own_signatures
from .visitor import (
    day_said,
    forget,
    form_token,
    hand_on_all,
    is_partial,
    is_secret,
    let_score,
    own_clubs,
    own_speed,
    put_in_pair,
    remember_speed,
    renewed_pairs,
    seconds_ago,
    sight,
    the_companies,
    the_pairs,
    the_parties,
    visitor,
)

bp = Blueprint("home", __name__)


class HomeText(Text):
    """What Home says of what was typed or done there.

    It repeats what was typed, so no oracle asks it.
    """

    REMOVED = "{names:and}: removed from this phone. To see it again, enter its code: {code}."
    DAMAGED = "This form is damaged. Choose the .zip file again."
    PASTE = "Paste the link that a director of your club gave you."
    SIX_LETTERS = "Enter the six letters that the other phone shows under Other phones."
    ANOTHER_PROGRAM = "That link leads to another program, at {host}. Open it in your browser."
    NOT_A_LINK = (
        "This is not a personal link. Paste the whole address that a director of your club gave "
        "you."
    )
    NO_PARTIE = "This link leads to no partie of this program. Check it, or ask for a new one."
    NO_CODE = "No partie has the code {code}. Check its six letters."
    NO_LINK = "This scoring link does not work."
    NO_LINK_ADVICE = (
        "It may have been revoked. Ask for a new one: the phone that scores makes it under Other "
        "phones."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberHomePage(HomePage):
    """The home page with the disputes of the members who use this phone."""

    template: ClassVar = "club/member_home.html"
    signatures: Sequence[OwnSignature] = ()


@bp.get("/")
def index() -> str:
    """List the parties that this phone opened, follows or may score, and those of its clubs;
    finished apart.
    """
    clubs = own_clubs()
    seen = sight(clubs)
    removed = session.get("removed", ())
    sheets = [sheet for sheet in the_parties().latest(seen) if sheet.code not in removed]
    cards = [card for card in the_companies().latest(seen) if card.code not in removed]
    disputes = [each for club in clubs for each in own_disputes(club, visitor().acting_in(club))]
    signatures = [
        each for club in clubs for each in own_signatures(club, visitor().acting_in(club))
    ]
    found = MemberHomePage(
        running=[sheet_entry(sheet) for sheet in sheets if not sheet.partie.is_over],
        companies=[card_entry(card) for card in cards],
        finished=[sheet_entry(sheet) for sheet in sheets if sheet.partie.is_over],
        to_sign=sum(
            sheet.in_season and sheet.partie.is_over and not sheet.is_signed for sheet in sheets
        ),
        clubs=clubs,
        disputes=disputes,
        signatures=signatures,
        to_gather=len(_to_gather(sheets)),
        renewed=[
            (each.code, together(each.names) if each.names else "") for each in renewed_pairs()
        ],
    )
    return render(_with_pairs(found))


def _to_gather(sheets: Sequence[Sheet]) -> list[Sheet]:
    """Return the finished parties of two outside seasons and companies that are in no pair and that
    this phone may put into one.
    """
    of_two = [
        sheet
        for sheet in sheets
        if len(sheet.names) == 2 and not sheet.in_season and not sheet.on_card
    ]
    own = [sheet for sheet in of_two if sheet.partie.is_over and visitor().link(sheet.code)]
    in_pairs = the_pairs().pairs_of([sheet.code for sheet in own])
    return [sheet for sheet in own if sheet.code not in in_pairs]


def _with_pairs(page: MemberHomePage) -> MemberHomePage:
    """Put the pairs of this phone first, the one that played last at the top; what the pages of
    pairs show is in no list.
    """
    pairs = the_pairs().own([*visitor().pairs])
    if not pairs:
        return page
    today = day_of(the_parties().at())
    latest, *others = pairs
    history = the_pairs().history(latest.code, most=1)
    head = pair_head(history, latest.code, today=today)
    next_partie = None
    if head.running is None and history.results:
        next_partie = rematch(the_parties().sheet(history.results[0].code))
    found = the_pairs().pairs_of([each.code for each in (*page.running, *page.finished)])
    in_pairs = {sheet for sheet, pair in found.items() if pair in visitor().pairs}
    out = the_pairs().left_out_of([each.code for each in page.running if each.code in in_pairs])
    elsewhere = out if head.running is None else {*out, head.running.code}
    running = [each for each in page.running if each.code not in elsewhere]
    return replace(
        page,
        running=running,
        removable=[each for each in running if each.code not in in_pairs],
        finished=[each for each in page.finished if each.code not in in_pairs],
        pair=head,
        rematch=next_partie,
        other_pairs=[
            pair_line(each.code, each.names, played=day_of(each.played), today=today)
            for each in others
        ],
    )


@bp.post("/remove")
def remove() -> Answer:
    """Remove a partie or a company from the lists of this phone; its code brings it back.

    A partie of a pair is left out on the page of the two.
    """
    code = request.form.get("code", "").upper()[:20]
    try:
        row = the_parties().row(code)
    except NoSuchPartie:
        return redirect_to("home.index")
    forget(row.code)
    done(HomeText.REMOVED(names=row.names, code=row.code))
    return redirect_to("home.index")


@bp.get("/example")
@limited
def example() -> Answer:
    return redirect_to("sheets.settlement", code=the_parties().example().code)


@bp.get("/parties/new")
def new(error: str = "") -> Page:
    seen = sight(own_clubs())
    of_pairs = the_pairs().latest_sheets([*visitor().pairs])
    known = [name for each in of_pairs for name in each.names]
    last = the_parties().last_names(seen)
    found = new_context(
        request.values,
        last=last or next((each.names for each in of_pairs), ()),
        known=list(dict.fromkeys((*the_parties().names(seen), *known))),
        pairs=known_pairs((*of_pairs, *the_parties().latest(seen)), own_speed),
        saved=saved_rules(own_clubs()),
        error=error,
    )
    return render(found), 422 if error else 200


@posts(bp, "/parties", new)
def open_partie() -> Page | Answer:
    """Open a partie; one that was opened by this form,
    or that the same players may mean, is gone on with.
    """
    refuse_old_format()
    asked = new_partie(request.form)
    content = [*asked.names, name_of(asked.rules)]
    if asked.first:
        content.append(str(asked.first))
    token = token_about(form_token(), *content)
    if (sent_before := let_score(token)) is not None:
        put_in_pair(sent_before.code, token, request.form.get("pair", ""))
        return _to_sheet(sent_before)
    # a phone that was without the club has asked already
    begun = None if is_partial() else partie_begun(asked.names)
    sheet = begun or opened(
        lambda: the_parties().open(
            asked.names,
            asked.rules,
            token,
            first=asked.first,
            ago=seconds_ago(),
            today=day_said(),
            begun_on=day_said("begun_on"),
        ),
        asked.names,
    )
    if asked.speed is not None:
        remember_speed(sheet.names, asked.speed)
    if begun is not None:
        return begun_page(begun)
    put_in_pair(sheet.code, token, request.form.get("pair", ""))
    return redirect_to("tables.table", code=sheet.code)


@bp.get("/parties/take")
@limited
def take(error: str = "") -> Page:
    """Show a partie that a phone without a club sends,
    or fields for the file or the text of one.
    """
    found = take_context(request.values.get("partie", ""), error)
    return render(found), 422 if error else 200


@posts(bp, "/parties/take", take)
def keep_taken() -> Page | Answer:
    """Show what was uploaded or pasted; once that is confirmed,
    open the partie with all its deals.
    """
    if "archive" in request.form:
        return _take_archive(request.form["archive"])
    data = request.form.get("partie", "")
    upload = request.files.get("file")
    if not data:
        content = upload.read() if upload else request.form.get("text", "").encode()
        if is_archive(content):
            return _preview_of(content)
        return redirect_to("home.take", partie=packed(content))
    document = partie_in(data)
    token = token_about(form_token(), data)
    if (sent_before := let_score(token)) is not None:
        put_in_pair(sent_before.code, token)
        return _to_sheet(sent_before)
    same = next((sheet for sheet in own_parties() if sheet.partie.record == document.record), None)
    if same is not None and not wants_another():
        return begun_page(same)
    names = [player.name for player in document.record.players]
    sheet = opened(
        lambda: the_parties().take(document.record, token, played=document.played), names
    )
    put_in_pair(sheet.code, token)
    if document.note:
        the_pairs().note(sheet.code, document.note)
    return redirect_to("tables.table", code=sheet.code)


def _preview_of(archive: bytes) -> Page:
    """Show what an archive of parties holds; the form of the page carries it back."""
    count_archive()
    read = read_archive(archive)
    return render(take_all_context(_sorted(read), read.unreadable, packed(archive))), 200


def _sorted(read: ArchiveRead) -> Sorted:
    known = all_parties()
    return sort_read(
        read.parties, here=_fingerprints(known.listed), removed=_fingerprints(known.removed)
    )


def _fingerprints(sheets: Iterable[Sheet]) -> set[Fingerprint]:
    return {fingerprint(sheet.partie.record, sheet.played) for sheet in sheets}


def _take_archive(data: str) -> Answer:
    """Open the parties of an archive that this phone does not have; a form that is sent again opens
    none.
    """
    count_archive()
    try:
        archive = unpacked(data, LARGEST_ARCHIVE)
    except ValueError:
        raise NotAllowed(HomeText.DAMAGED()) from None
    new = _sorted(read_archive(archive)).new
    if not new:
        done(taken_message(0))
        return redirect_to("home.index")
    count_opening = may_open(next(iter(visitor().pairs), ""))
    token = form_token()
    taken = the_parties().take_all([each.document for each in new], token)
    count_opening()
    hand_on_all([each.secret for each in taken], token)
    for each in taken:
        if each.document.note:
            the_pairs().note(each.code, each.document.note)
    done(taken_message(len(taken)))
    return redirect_to("home.index")


@bp.url_value_preprocessor
def make_room(endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Allow an archive of parties, before anything reads it."""
    if endpoint == "home.keep_taken":
        request.max_content_length = request.max_form_memory_size = LARGEST_TAKEN


@bp.get("/cookies")
def cookies() -> str:
    return cookies_page()


# What is typed on the home page


LONGEST_LINK = 500

IN_A_PATH: Mapping[str, tuple[str, str]] = {
    "m": ("account.personal_link", "token"),
    "s": ("home.scoring_link", "token"),
    "director": ("account.director_link", "token"),
    "set-up": ("account.found", "token"),
    "w": ("pairs.open_link", "token"),
    "p": ("tables.table", "code"),
    "company": ("companies.card", "code"),
}
"""The pages to which links lead, and what their addresses have after the first part."""

LINK = re.compile(rf"(?:^|/)({'|'.join(IN_A_PATH)})/([\w-]+)", re.ASCII)


@bp.post("/find")
@limited
def find() -> Answer:
    """Lead to a sheet by its code, or where a link leads that was typed or pasted instead,
    with or without its host.
    """
    is_member = "link" in request.form
    words = request.form.get("link" if is_member else "code", "")[:LONGEST_LINK].split()
    typed = "".join(words)
    found = _link_in(typed)
    if found is not None:
        return found
    try:
        return _to_sheet(the_parties().row(typed.upper()[:20]))
    except NoSuchPartie:
        problem(_not_found(" ".join(words), is_member=is_member))
        return redirect_to("home.index")


def _link_in(typed: str) -> Answer | None:
    """Return the answer that leads where a link does, or where one with this secret would;
    `None` if it is no link.
    """
    if is_secret(typed):
        is_scoring = the_parties().open_link(typed) is not None
        endpoint = "home.scoring_link" if is_scoring else "account.personal_link"
        return redirect_to(endpoint, token=typed)
    found = LINK.search(typed)
    if found is None or not is_own_address(typed):
        return None
    endpoint, name = IN_A_PATH[found[1]]
    return redirect_to(endpoint, **{name: found[2]})


def _not_found(typed: str, *, is_member: bool) -> Message:
    """Say what is wrong with what was typed, and what to enter instead."""
    if not typed and is_member:
        return HomeText.PASTE()
    if not typed:
        return HomeText.SIX_LETTERS()
    if not is_own_address(typed):
        return HomeText.ANOTHER_PROGRAM(host=host_name(typed))
    if is_member:
        return HomeText.NOT_A_LINK()
    if "/" in typed or len(typed) > 20:
        return HomeText.NO_PARTIE()
    return HomeText.NO_CODE(code=typed.upper())


@bp.get("/s/<token>")
@limited
def scoring_link(token: str) -> tuple[str, int]:
    """Show one key that accepts a scoring link, so that a preview of the link changes nothing."""
    found = the_parties().open_link(token)
    if found is None:
        return error_page(404, HomeText.NO_LINK(), HomeText.NO_LINK_ADVICE())
    row, _ = found
    sheet = pages_of(row).entry(the_parties().any_sheet(row.code))
    return render_template("link.html", token=token, sheet=sheet), 200


@bp.post("/s/<token>")
@limited
def accept_link(token: str) -> Answer:
    row = let_score(token)
    if row is None:
        return redirect_to("home.scoring_link", token=token)
    return _to_sheet(row)


def _to_sheet(row: SheetRow) -> Answer:
    return redirect_to(pages_of(row).kept.endpoint, code=row.code)
