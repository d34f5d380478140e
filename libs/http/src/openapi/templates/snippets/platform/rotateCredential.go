package main

import (
	"io"
	"log"
	"net/http"
	"os"
	"strings"
)

func main() {
	url := os.Getenv("API_URL") + "/iam/m2m-credentials/" + os.Getenv("CREDENTIAL_ID") + "/rotate-secret"
	req, err := http.NewRequest("POST", url, strings.NewReader("{}"))
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
	if res.StatusCode != http.StatusOK {
		log.Fatal(res.Status)
	}
	io.Copy(os.Stdout, res.Body)
}
