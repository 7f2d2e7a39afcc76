"""What is secret in a club: shown once to its owner, and written nowhere else."""

from dataclasses import dataclass

from tests.web.club.visitors import Visit
from tests.web.conftest import Page

PASSWORD = "correct horse battery"
PIN = "83920156"


@dataclass
class Confided:
    """The member who set the PIN, the secrets by what they are, and the answers where they were typed or opened."""

    member: int
    secrets: dict[str, str]
    answers: list[Page]

    def found_in(self, text: str) -> list[str]:
        return [what for what, secret in self.secrets.items() if secret in text]


def confide(visit: Visit) -> Confided:
    """A club is founded, its director signs in, and a member opens a link and sets a PIN; some of it is mistyped."""
    (member,) = visit.club.admit("Zed")
    services, phone, own = visit.club.services, visit.phone(), visit.phone()
    unused, set_up = services.clubs.new_setup_link(), services.clubs.new_setup_link()
    link = services.people.new_link(visit.club.director, member)
    founding = {"club": "Second Club", "director": "Zoë", "password": PASSWORD}
    answers = [
        phone.post(f"/set-up/{set_up}", {**founding, "password": "too short"}),
        phone.post(f"/set-up/{set_up}", {**founding, "club": ""}),
        phone.post(f"/set-up/{set_up}", founding),
    ]
    second = next(each for each in services.clubs.clubs() if each.name == "Second Club").code
    answers += [
        phone.post(f"/c/{second}/sign-in", {"name": "Zoë", "password": f"{PASSWORD}!"}),
        phone.post(f"/c/{second}/sign-in", {"name": "Zoë", "password": PASSWORD}),
        phone.post(f"/c/{second}/directors", {"name": "", "password": PASSWORD}),
        own.post(f"/m/{link}", {}),
        own.post(f"{visit.path}/me/pin", {"pin": f"{PIN}9"}),
        own.post(f"{visit.path}/me/pin", {"pin": PIN}),
        own.get(f"{visit.path}/me"),
    ]
    assert [each.status for each in answers] == [422, 422, 303, 422, 303, 422, 303, 422, 303, 200]
    secrets = {"password": PASSWORD, "PIN": PIN, "set-up link": set_up, "another": unused, "personal link": link}
    secrets |= {"director link": services.people.new_director_link(visit.club.club.id)}
    return Confided(member, secrets, answers)
