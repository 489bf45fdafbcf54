from __future__ import annotations

from gajah.web.accounts.passwords import hash_password, is_outdated, is_password, no_password


def test_a_password_is_known_again_and_no_other_one_is() -> None:
    stored = hash_password("four steps a turn")
    assert is_password("four steps a turn", stored)
    assert not is_password("Four steps a turn", stored)
    assert "four" not in stored


def test_one_password_is_stored_differently_each_time() -> None:
    assert hash_password("four steps a turn") != hash_password("four steps a turn")


def test_a_password_is_known_from_another_keyboard() -> None:
    composed, decomposed = "\u00e9l\u00e9phant", "e\u0301le\u0301phant"
    assert is_password(decomposed, hash_password(composed))


def test_the_hash_names_its_cost_and_one_of_another_cost_is_still_checked() -> None:
    # hashlib.scrypt(b"elephant", salt=bytes(16), n=1024, r=8, p=1, dklen=32)
    key = "wxMOshBiVR2c8TQHV7gkBSXH91VEOVWun+/UMAM6Zac="
    stored = f"scrypt$1024$8$1$AAAAAAAAAAAAAAAAAAAAAA==${key}"
    assert is_outdated(stored)
    assert not is_outdated(hash_password("elephant"))
    assert is_password("elephant", stored)


def test_no_password_opens_what_stands_for_none() -> None:
    assert not is_password("", no_password())
