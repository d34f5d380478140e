# Exits with 1 if the certificate is not valid.
curl -fsS "$BASE_URL/api/certification/verify/$CERTIFICATE_ID?format=json" | jq -e .valid
