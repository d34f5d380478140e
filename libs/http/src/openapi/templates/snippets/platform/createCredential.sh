curl -fsS "$API_URL/iam/m2m-credentials" -H "Authorization: Bearer $TOKEN" \
  -H 'Content-Type: application/json' -d '{"name": "Nightly export", "type": "client_secret"}'
