"""Sounds: recorded in the browser, since the machine has no speaker."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visitors

# What the page plays goes into a buffer of two seconds.
_RECORDER = """window.AudioContext = class extends OfflineAudioContext {
  constructor() {
    super(1, 88200, 44100);
    window.recorder = this;
  }
  resume() { return Promise.resolve(); }
}"""
_LOUDEST = """async (name) => {
  delete window.recorder;
  const { play } = await import('/static/js/sounds.js');
  play(name);
  if (!window.recorder) return 0;
  const recorded = await window.recorder.startRendering();
  return recorded.getChannelData(0).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}"""


@pytest.fixture
def page(visitors: Visitors) -> Page:
    page = visitors.open("/")
    page.add_init_script(_RECORDER)
    return page


def _loudest(page: Page, sound: str) -> float:
    # A page that was loaded anew has not been touched yet, and makes a recorder of its own.
    page.reload()
    page.keyboard.press("Shift")
    loudest: float = page.evaluate(_LOUDEST, sound)
    return loudest


def test_every_sound_is_heard_and_none_is_too_loud(page: Page) -> None:
    for sound in ("step", "turn", "capture", "error", "good", "low", "win", "loss"):
        assert 0.02 < _loudest(page, sound) <= 1, sound


def test_nothing_is_heard_when_sounds_are_muted(page: Page) -> None:
    page.get_by_role("button", name="Mute sounds").click()
    assert _loudest(page, "step") == 0
    page.get_by_role("button", name="Turn sounds on").click()
    assert _loudest(page, "step") > 0
