"""A machine in Python, with authlib. Prints the status and the body of GET /self/me."""

import json
from os import environ

import requests
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7523 import PrivateKeyJWT
from joserfc.jwk import ECKey

metadata = requests.get(f"{environ['ISSUER']}/.well-known/openid-configuration").json()
token_endpoint = metadata["token_endpoint"]

if key := environ.get("CLIENT_PRIVATE_KEY"):
    machine = OAuth2Session(
        environ["CLIENT_ID"],
        ECKey.import_key(key),
        token_endpoint_auth_method=PrivateKeyJWT(token_endpoint, alg="ES256"),
    )
else:
    machine = OAuth2Session(environ["CLIENT_ID"], environ["CLIENT_SECRET"])

machine.fetch_token(token_endpoint, grant_type="client_credentials")
response = machine.get(f"{environ['PLATFORM_URL']}/self/me")
print(json.dumps({"status": response.status_code, "body": response.json()}))
