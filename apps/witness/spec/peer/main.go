// A witness and a reader of transparency-dev, for the proof that we understand each other.
//
// `peer serve LOG_KEY`: a witness with its memory in this process. Prints its verifier key and its address, and ends with its input.
// `peer open LOG_KEY WITNESS_KEY`: opens the checkpoint in its input, and prints whose signatures it verified.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"

	checkpoints "github.com/transparency-dev/formats/log"
	cosignatures "github.com/transparency-dev/formats/note"
	"github.com/transparency-dev/witness/persistence/inmemory"
	"github.com/transparency-dev/witness/witness"
	"golang.org/x/mod/sumdb/note"
)

func serve(logKey note.Verifier) error {
	key, noteKey, err := note.GenerateKey(nil, "peer.example/witness")
	if err != nil {
		return err
	}
	signer, err := cosignatures.NewSignerForCosignatureV1(key)
	if err != nil {
		return err
	}
	verifierKey, err := cosignatures.VKeyToCosignatureV1(noteKey)
	if err != nil {
		return err
	}
	peer, err := witness.New(context.Background(), witness.Opts{
		Persistence: inmemory.New(),
		Signers:     []note.Signer{signer},
		VerifierForLog: func(_ context.Context, origin string) (note.Verifier, bool, error) {
			return logKey, origin == logKey.Name(), nil
		},
	})
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	http.HandleFunc("POST /add-checkpoint", witness.NewHTTPHandler(peer).AddCheckpoint)
	go http.Serve(listener, nil)
	fmt.Printf("%s http://%s\n", verifierKey, listener.Addr())
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

func open(logKey note.Verifier, witnessKey string) error {
	verifier, err := cosignatures.NewVerifierForCosignatureV1(witnessKey)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	checkpoint, _, opened, err := checkpoints.ParseCheckpoint(text, logKey.Name(), logKey, verifier)
	if err != nil {
		return err
	}
	for _, signature := range opened.Sigs {
		fmt.Println(checkpoint.Size, signature.Name)
	}
	return nil
}

func main() {
	logKey, err := note.NewVerifier(os.Args[2])
	switch {
	case err != nil:
	case os.Args[1] == "open":
		err = open(logKey, os.Args[3])
	default:
		err = serve(logKey)
	}
	if err != nil {
		log.Fatal(err)
	}
}
