# Gets a token for a machine.
# TOKEN_URL is the token_endpoint in the OpenID configuration of the issuer that this operation names.
curl -fsS "$TOKEN_URL" -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=client_credentials | jq -r .access_token
