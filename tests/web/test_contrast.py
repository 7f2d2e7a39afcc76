"""
Every text colour can be read on every background, in every theme.

The style sheets take all their colours from a few tokens, and a theme changes their values. So each pair of tokens is
tried in each theme here; a browser test looks at the pages in one theme.
"""

import re
from collections.abc import Mapping

import pytest

from scorer.resources import resource_dir

SHEETS = {each.name: each.read_text("utf-8") for each in sorted((resource_dir("static") / "css").glob("*.css"))}
BLOCK = re.compile(r"([^{}]+){([^{}]*)}")
NOT_ON_SCREEN = re.compile(r"/\*.*?\*/|@media print {(?:[^{}]*{[^{}]*})*\s*}", re.DOTALL)
WORDS = ("ink", "quiet", "baize", "claret")
"""The tokens in which words are set."""

GROUNDS = ("paper", "card", "wash", "wash-claret")
"""The tokens on which they stand."""

ON = {"on-baize": "baize"}
"""Words that stand on one ground alone."""

WITHOUT_WORDS = {
    *(".saved::before", ".saved.late::before", ".cross .own", ".qr", "progress"),
    *(f"progress::{part}" for part in ("-webkit-progress-bar", "-webkit-progress-value", "-moz-progress-bar")),
}
"""What has another ground, and no words."""


def tokens(media: str) -> dict[str, str]:
    """Read the colour tokens that a media query sets, or with no query those of the light theme."""
    start = f"@media ({media}) {{\n  :root {{" if media else ":root {"
    text = SHEETS["scorer.css"].partition(start)[2].partition("}")[0]
    return dict(re.findall(r"--([\w-]+): (#\w{6}|var\(--\w+\));", text))


LIGHT, DARK, MORE = tokens(""), tokens("prefers-color-scheme: dark"), tokens("prefers-contrast: more")
THEMES = {
    "light": LIGHT,
    "dark": LIGHT | DARK,
    "high contrast": LIGHT | MORE,
    "dark, high contrast": LIGHT | DARK | MORE,
}


def luminance(theme: Mapping[str, str], token: str) -> float:
    """Return the relative luminance of a token as WCAG 2.2 defines it."""
    value = theme[token]
    if value.startswith("var("):
        return luminance(theme, value[6:-1])
    red, green, blue = (int(value[at : at + 2], 16) / 255 for at in (1, 3, 5))
    weighted = zip((0.2126, 0.7152, 0.0722), (red, green, blue), strict=True)
    return sum(weight * (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4) for weight, c in weighted)


def contrast(theme: Mapping[str, str], one: str, other: str) -> float:
    """Return the contrast ratio of two tokens, from 1 to 21."""
    low, high = sorted(luminance(theme, each) for each in (one, other))
    return (high + 0.05) / (low + 0.05)


def blocks() -> list[tuple[str, dict[str, str]]]:
    """Every rule of every sheet, those for paper aside: its selector, and what it declares."""
    found = []
    for sheet in SHEETS.values():
        for selector, body in BLOCK.findall(NOT_ON_SCREEN.sub("", sheet)):
            declared = dict(each.split(":", 1) for each in body.split(";") if ":" in each)
            named = {name.strip(): value.strip() for name, value in declared.items()}
            found.append((" ".join(selector.split()), named))
    assert found
    return found


@pytest.mark.parametrize("theme", THEMES)
def test_text_has_a_contrast_of_4_5_and_frames_of_3(theme: str) -> None:
    """WCAG 2.2 AA asks 4.5 to 1 of small print, and 3 to 1 of the frame, the focus and the choice of a control."""
    assert len(THEMES[theme]) >= 12
    text = [*((word, ground) for word in WORDS for ground in GROUNDS), *ON.items()]
    frames = [(line, ground) for line in ("rule-strong", "baize", "claret") for ground in ("paper", "card")]
    for pairs, least in ((text, 4.5), (frames, 3)):
        assert {pair: found for pair in pairs if (found := contrast(THEMES[theme], *pair)) < least} == {}


def test_no_sheet_sets_words_in_another_colour() -> None:
    known = {f"var(--{each})" for each in WORDS} | {"inherit", "currentcolor"}
    for selector, named in blocks():
        colour = named.get("color", "inherit")
        assert colour in known or named.get("background") == f"var(--{ON[colour[6:-1]]})", selector


def test_no_sheet_puts_words_on_another_ground() -> None:
    known = {f"var(--{each})" for each in GROUNDS} | {"none", "transparent", "inherit"}
    other = {
        selector: named["background"]
        for selector, named in blocks()
        if named.get("background", "none") not in known and "on-baize" not in named.get("color", "")
    }
    assert set(other) <= WITHOUT_WORDS, other


def test_the_frame_of_the_app_has_the_colour_of_its_paper() -> None:
    """By day and by night; what the operating system shows before the first page is by day."""
    layout = (resource_dir("templates") / "layout.html").read_text("utf-8")
    found = dict(re.findall(r'"theme-color" content="(#\w+)" media="\(prefers-color-scheme: (light|dark)\)"', layout))
    assert {theme: colour for colour, theme in found.items()} == {"light": LIGHT["paper"], "dark": DARK["paper"]}
