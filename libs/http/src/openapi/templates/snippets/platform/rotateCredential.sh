curl -fsS "$API_URL/iam/m2m-credentials/$CREDENTIAL_ID/rotate-secret" -H "Authorization: Bearer $TOKEN" \
  -H 'Content-Type: application/json' -d '{}'
