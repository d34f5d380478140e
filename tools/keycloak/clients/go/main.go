// A machine in Go. golang.org/x/oauth2 has no client authentication with a private key.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"

	"golang.org/x/oauth2/clientcredentials"
)

func main() {
	var metadata struct {
		TokenEndpoint string `json:"token_endpoint"`
	}
	read(http.DefaultClient, os.Getenv("ISSUER")+"/.well-known/openid-configuration", &metadata)
	machine := clientcredentials.Config{
		ClientID:     os.Getenv("CLIENT_ID"),
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		TokenURL:     metadata.TokenEndpoint,
	}
	var me json.RawMessage
	status := read(machine.Client(context.Background()), os.Getenv("PLATFORM_URL")+"/self/me", &me)
	fmt.Printf("{\"status\": %d, \"body\": %s}\n", status, me)
}

// read decodes the body of a response and returns its status.
func read(client *http.Client, url string, body any) int {
	response, err := client.Get(url)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(body); err != nil {
		log.Fatal(err)
	}
	return response.StatusCode
}
