curl -fsS "$API_URL/iam/org-invitations" -H "Authorization: Bearer $TOKEN" \
  -H 'Content-Type: application/json' -d "{\"email\": \"$EMAIL\", \"role\": \"viewer\"}"
