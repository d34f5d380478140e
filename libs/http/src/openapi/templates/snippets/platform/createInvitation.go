package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
)

func main() {
	invitation := fmt.Sprintf(`{"email": %q, "role": "viewer"}`, os.Getenv("EMAIL"))
	req, err := http.NewRequest("POST", os.Getenv("API_URL")+"/iam/org-invitations", strings.NewReader(invitation))
	if err != nil {
		log.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+os.Getenv("TOKEN"))
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		log.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusCreated {
		log.Fatal(res.Status)
	}
	io.Copy(os.Stdout, res.Body)
}
