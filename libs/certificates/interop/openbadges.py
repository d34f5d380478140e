"""Checks a certificate with a third-party Open Badges library (docs/adr/0012-certificates-that-last.md).

    pip install openbadgeslib==2.0.0
    python libs/certificates/interop/openbadges.py jwks.json certificate.pdf [status-list.jwt]
"""

import base64
import json
import re
import sys

from cryptography.hazmat.primitives import serialization
from jwt.algorithms import ECAlgorithm
from openbadgeslib.ob3.status import check_credential_status
from openbadgeslib.ob3.verifier import OB3Verifier


def header_of(jws):
    part = jws.split(".")[0]
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))


def main(jwks_file, pdf_file, list_file=None):
    with open(pdf_file, "rb") as file:
        found = re.findall(rb"eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+", file.read())
    jws = next(jws for jws in (one.decode() for one in found) if header_of(jws)["typ"] == "JWT")
    with open(jwks_file) as file:
        jwk = next(key for key in json.load(file)["keys"] if key["kid"] == header_of(jws)["kid"])
    pem = ECAlgorithm.from_jwk(json.dumps(jwk)).public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    credential = OB3Verifier(pem).verify(jws)
    print("accepted:", credential.id)
    print("subject: ", credential.recipient_id)
    print("issuer:  ", credential.issuer.id)
    if list_file:
        with open(list_file, "rb") as file:
            check_credential_status(credential, download=lambda url, content=file.read(): content)
        print("not withdrawn")


main(*sys.argv[1:])
