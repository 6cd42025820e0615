"""Gold: what is set aside, paid, given; nothing twice, nobody below zero, nothing lost."""
from __future__ import annotations
import pytest
from accounts import ledger
from accounts.ledger import Bill
from tests.live.build import person
pytestmark = pytest.mark.django_db

def test_a_hand() -> None:
    a, b = person("An"), person("Binh")
    ledger.welcome(a)
    ledger.welcome(a)
    assert ledger.balance(a.pk) == ledger.holdings(b.pk) == 20_000
    ledger.set_aside(7, {a.pk: 1_005, b.pk: 2_005})
    assert (ledger.balance(a.pk), ledger.holdings(a.pk)) == (18_995, 20_000)
    bill = Bill("hien_nha", ((a.pk, b.pk, 300),), ((a.pk, 5), (b.pk, 5)), 5)
    assert ledger.settle(7, bill) == {a.pk: -305, b.pk: 295}
    assert ledger.settle(7, bill) == {a.pk: -305, b.pk: 295}
    assert ledger.balance(a.pk) == 19_695
    assert ledger.jackpot("hien_nha") == 5
