# Gets a token for a machine.
# TOKEN_URL is the token_endpoint in the OpenID configuration of the issuer that this operation names.
import base64
import json
import os
from urllib.request import Request, urlopen

client = f"{os.environ['CLIENT_ID']}:{os.environ['CLIENT_SECRET']}"
request = Request(os.environ["TOKEN_URL"], data=b"grant_type=client_credentials")
request.add_header("Authorization", "Basic " + base64.b64encode(client.encode()).decode())
with urlopen(request) as response:
    print(json.load(response)["access_token"])
