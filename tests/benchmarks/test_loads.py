"""What the benchmarks of taps post."""

from contextlib import closing

from flask import Flask, request

from tests.benchmarks.taps import post_all, served, taps_of


def test_each_table_posts_its_own_taps_in_their_order_as_its_page_does() -> None:
    app = Flask("heard")
    heard = []

    @app.post("/say")
    def say() -> str:
        heard.append((request.cookies["session"], request.form["say"]))
        assert request.headers["HX-Request-Type"] == "partial"
        return ""

    tables = [[("/say", phone, f"say={number}") for number in range(3)] for phone in "abc"]
    with closing(served(app)) as server:
        assert len(post_all(server.effective_port, 2, tables)) == 9
    assert sorted(heard, key=lambda each: each[0]) == [
        (phone, str(number)) for phone in "abc" for number in range(3)
    ]
    assert len({*map(tuple, map(taps_of, range(32)))}) == 32
