"""A reader of EBNF as the help prints it: it knows nothing of the program but that text."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from hypothesis import strategies as st

_TOKEN = re.compile(
    r'"(?P<word>[^"]*)"|\? (?P<regex>.*?) \?|(?P<mark>[][(){},|;=])|(?P<name>[a-z ]+)'
)


SAMPLES = "e1", "0", "49", "4-6"
"""One word for each regular expression."""


@dataclass(frozen=True)
class Node:
    """A piece of a rule: a word, a regular expression, the name of a rule, or several pieces.

    The kinds are *word*, *regex*, *name*, *all*, *any*, *maybe* and *many*.
    """

    kind: str
    text: str = ""
    parts: tuple["Node", ...] = ()


class Grammar:
    """The rules of a printed grammar, the first of them first."""

    def __init__(self, printed: str) -> None:
        self.rules: dict[str, Node] = {}
        self._tokens = [each for each in self._lex(" ".join(printed.split())) if each]
        while self._tokens:
            _, self._name = self._tokens.pop(0)
            self._take("=")
            self.rules[self._name.strip()] = self._any()
            self._take(";")
        self.first = next(iter(self.rules))

    @staticmethod
    def _lex(printed: str) -> Iterator[tuple[str, str]]:
        position = 0
        while position < len(printed):
            found = _TOKEN.match(printed, position)
            assert found is not None, printed[position:]
            position = found.end()
            kind = found.lastgroup or ""
            text = found[kind]
            if kind != "name" or text.strip():
                yield kind, text

    def _comes(self, mark: str) -> bool:
        return self._tokens[0] == ("mark", mark)

    def _take(self, mark: str) -> None:
        assert self._tokens.pop(0) == ("mark", mark)

    def _any(self) -> Node:
        options = [self._all()]
        while self._comes("|"):
            self._take("|")
            options.append(self._all())
        return Node("any", parts=tuple(options))

    def _all(self) -> Node:
        parts = [self._one()]
        while self._comes(","):
            self._take(",")
            parts.append(self._one())
        return Node("all", parts=tuple(parts))

    def _one(self) -> Node:
        kind, text = self._tokens.pop(0)
        if kind != "mark":
            return Node(kind, text.strip() if kind == "name" else text)
        end, made = {"(": (")", "any"), "[": ("]", "maybe"), "{": ("}", "many")}[text]
        inner = self._any()
        self._take(end)
        return inner if made == "any" else Node(made, parts=(inner,))

    # Recognising

    def accepts(self, words: Sequence[str]) -> bool:
        self._known_ends: dict[tuple[str, int], set[int]] = {}
        return len(words) in self._ends(Node("name", self.first), words, 0)

    def _ends_of_rule(self, name: str, words: Sequence[str], at: int) -> set[int]:
        if (name, at) not in self._known_ends:
            self._known_ends[name, at] = self._ends(self.rules[name], words, at)
        return self._known_ends[name, at]

    def _ends(self, node: Node, words: Sequence[str], at: int) -> set[int]:
        """Where *node* may end if it begins at a word."""
        match node.kind:
            case "word":
                return {at + 1} if words[at : at + 1] == [node.text] else set()
            case "regex":
                fits = at < len(words) and re.fullmatch(node.text, words[at])
                return {at + 1} if fits else set()
            case "name":
                return self._ends_of_rule(node.text, words, at)
            case "any":
                return {end for part in node.parts for end in self._ends(part, words, at)}
            case "maybe":
                return {at} | self._ends(node.parts[0], words, at)
            case "many":
                reached = {at}
                new = {at}
                while new:
                    new = {end for each in new for end in self._ends(node.parts[0], words, each)}
                    new -= reached
                    reached |= new
                return reached
        ends = {at}
        for part in node.parts if ends else ():
            ends = {end for each in ends for end in self._ends(part, words, each)}
        return ends

    # Generating

    def sentences(self, rule: str = "") -> st.SearchStrategy[list[str]]:
        """Draw what the grammar allows, as words."""
        return self._drawn(Node("name", rule or self.first), self._known())

    def _known(self) -> Mapping[str, st.SearchStrategy[list[str]]]:
        known: dict[str, st.SearchStrategy[list[str]]] = {}
        for name, node in self.rules.items():
            known[name] = self._deferred(node, known)
        return known

    def _deferred(
        self, node: Node, known: Mapping[str, st.SearchStrategy[list[str]]]
    ) -> st.SearchStrategy[list[str]]:
        return st.deferred(lambda: self._drawn(node, known))

    def _drawn(
        self, node: Node, known: Mapping[str, st.SearchStrategy[list[str]]]
    ) -> st.SearchStrategy[list[str]]:
        parts = [self._drawn(part, known) for part in node.parts]
        match node.kind:
            case "word":
                return st.just([node.text])
            case "regex":
                return st.from_regex(node.text, fullmatch=True).map(lambda word: [word])
            case "name":
                return known[node.text]
            case "any":
                return st.one_of(parts)
            case "maybe":
                return st.just(list[str]()) | parts[0]
            case "many":
                return st.lists(parts[0], max_size=3).map(_joined)
        return st.tuples(*parts).map(_joined)

    # The shortest sentences

    def sentence_with(self, word: str) -> list[str]:
        """The shortest sentence that has a word."""
        found = self._having(Node("name", self.first), word, ())
        assert found is not None, word
        return found

    def _having(self, node: Node, word: str, within: tuple[str, ...]) -> list[str] | None:
        match node.kind:
            case "word":
                return [word] if node.text == word else None
            case "regex":
                return None
            case "name":
                if node.text in within:
                    return None
                return self._having(self.rules[node.text], word, (*within, node.text))
            case "all":
                found = []
                for at, part in enumerate(node.parts):
                    inner = self._having(part, word, within)
                    if inner is not None:
                        before = [self._shortest(each) for each in node.parts[:at]]
                        after = [self._shortest(each) for each in node.parts[at + 1 :]]
                        found.append([*chain(*before), *inner, *chain(*after)])
                return min(found, key=len, default=None)
        inner_ones = [self._having(part, word, within) for part in node.parts]
        return min((each for each in inner_ones if each is not None), key=len, default=None)

    def _shortest(self, node: Node) -> list[str]:
        match node.kind:
            case "word":
                return [node.text]
            case "regex":
                return [next(each for each in SAMPLES if re.fullmatch(node.text, each))]
            case "name":
                # a correction names a statement, which is no shorter
                return (
                    ["y", "good"]
                    if node.text == "one statement"
                    else self._shortest(self.rules[node.text])
                )
            case "any":
                return min(map(self._shortest, node.parts), key=len)
            case "all":
                return list(chain(*map(self._shortest, node.parts)))
        return []

    def unused(self) -> set[str]:
        """The rules that no sentence can use."""
        pending = [self.first]
        used = set()
        while pending:
            name = pending.pop()
            if name not in used:
                used.add(name)
                pending += [node.text for node in _walk(self.rules[name]) if node.kind == "name"]
        return set(self.rules) - used

    def words(self) -> set[str]:
        """Every word of the grammar."""
        return {
            node.text for rule in self.rules.values() for node in _walk(rule) if node.kind == "word"
        }


def _joined(several: Sequence[list[str]]) -> list[str]:
    return list(chain(*several))


def _walk(node: Node) -> Iterator[Node]:
    yield node
    for part in node.parts:
        yield from _walk(part)
