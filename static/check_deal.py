import hashlib, hmac, itertools, json, sys

hand = json.loads(input())
deal, key = hand["deal"], bytes.fromhex(hand["deal"]["server_seed"])
seeds = [len(seed).to_bytes(4, "big") + seed.encode() for seed in deal["player_seeds"]]
message = b"phom-pack/1" + len(seeds).to_bytes(4, "big") + b"".join(seeds) + deal["hand_number"].to_bytes(8, "big")
stream = (byte for n in itertools.count() for byte in hmac.digest(key, message + n.to_bytes(8, "big"), "sha256"))
pack = [rank + suit for suit in "SCDH" for rank in "A23456789TJQK"]
for last in range(51, 0, -1):
    other = next(byte for byte in stream if byte < 256 - 256 % (last + 1)) % (last + 1)
    pack[last], pack[other] = pack[other], pack[last]
promise = hashlib.sha256(key).hexdigest()
print("seed fits the commitment in this file:", promise == deal["commitment"])
for noted in sys.argv[1:]:
    print("promise kept that was noted before the deal:", promise == noted.lower())
print("pack as the seeds make it:", pack == hand["pack"])
