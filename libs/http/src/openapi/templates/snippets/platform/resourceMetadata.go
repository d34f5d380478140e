// Gets a token for a machine.
// TOKEN_URL is the token_endpoint in the OpenID configuration of the issuer that this operation names.
package main

import (
	"io"
	"log"
	"net/http"
	"os"
	"strings"
)

func main() {
	grant := strings.NewReader("grant_type=client_credentials")
	req, err := http.NewRequest("POST", os.Getenv("TOKEN_URL"), grant)
	if err != nil {
		log.Fatal(err)
	}
	req.SetBasicAuth(os.Getenv("CLIENT_ID"), os.Getenv("CLIENT_SECRET"))
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
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
