// Reads the files of logs with Go's own implementation, golang.org/x/mod/sumdb, and compares its answers with theirs.
package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const tileHeight = 8

type proofs struct {
	Key       string
	Root      tlog.Hash
	Inclusion []struct {
		Index int64
		Path  []tlog.Hash
	}
	Consistency []struct {
		Size int64
		Path []tlog.Hash
	}
}

// tileFiles reads the tiles of C2SP tlog-tiles, whose paths are Go's without the height.
type tileFiles struct{ folder string }

func (files tileFiles) Height() int { return tileHeight }

func (files tileFiles) SaveTiles([]tlog.Tile, [][]byte) {}

func (files tileFiles) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var contents [][]byte
	for _, tile := range tiles {
		path := strings.Replace(tile.Path(), fmt.Sprintf("tile/%d/", tileHeight), "tile/", 1)
		content, err := os.ReadFile(filepath.Join(files.folder, path))
		if err != nil {
			return nil, err
		}
		contents = append(contents, content)
	}
	return contents, nil
}

func check(folder string) (int64, error) {
	tree, written, err := read(folder)
	if err != nil {
		return 0, err
	}
	if tree.Hash != written.Root {
		return 0, fmt.Errorf("the checkpoint has another root than the tiles")
	}
	hashes := tlog.TileHashReader(tree, tileFiles{folder})
	if err := checkEntries(folder, tree.N, hashes); err != nil {
		return 0, err
	}
	root, err := tlog.TreeHash(tree.N, hashes)
	if err != nil || root != tree.Hash {
		return 0, fmt.Errorf("root: %v, %v", root, err)
	}
	for _, proof := range written.Inclusion {
		own, err := tlog.ProveRecord(tree.N, proof.Index, hashes)
		if err != nil || !slices.Equal(own, proof.Path) {
			return 0, fmt.Errorf("path of leaf %d: %v, %v", proof.Index, own, err)
		}
		leaf := tlog.RecordHash(fmt.Appendf(nil, "entry %d", proof.Index))
		if err := tlog.CheckRecord(proof.Path, tree.N, tree.Hash, proof.Index, leaf); err != nil {
			return 0, err
		}
	}
	for _, proof := range written.Consistency {
		own, err := tlog.ProveTree(tree.N, proof.Size, hashes)
		if err != nil || !slices.Equal(own, proof.Path) {
			return 0, fmt.Errorf("path from size %d: %v, %v", proof.Size, own, err)
		}
		earlier, err := tlog.TreeHash(proof.Size, hashes)
		if err != nil {
			return 0, err
		}
		if err := tlog.CheckTree(proof.Path, tree.N, tree.Hash, proof.Size, earlier); err != nil {
			return 0, err
		}
	}
	return tree.N, nil
}

func read(folder string) (tree tlog.Tree, written proofs, err error) {
	text, err := os.ReadFile(filepath.Join(folder, "proofs.json"))
	if err != nil {
		return
	}
	if err = json.Unmarshal(text, &written); err != nil {
		return
	}
	verifier, err := note.NewVerifier(written.Key)
	if err != nil {
		return
	}
	checkpoint, err := os.ReadFile(filepath.Join(folder, "checkpoint"))
	if err != nil {
		return
	}
	opened, err := note.Open(checkpoint, note.VerifierList(verifier))
	if err != nil {
		return
	}
	// tlog.ParseTree takes one origin, that of the checksum database.
	_, rest, _ := strings.Cut(opened.Text, "\n")
	tree, err = tlog.ParseTree([]byte("go.sum database tree\n" + rest))
	return
}

// checkEntries compares every entry with its leaf in the tiles.
func checkEntries(folder string, size int64, hashes tlog.HashReader) error {
	for from := int64(0); from < size; from += 1 << tileHeight {
		tile := tlog.Tile{H: tileHeight, L: -1, N: from >> tileHeight, W: int(min(1<<tileHeight, size-from))}
		path := strings.Replace(tile.Path(), fmt.Sprintf("tile/%d/data/", tileHeight), "tile/entries/", 1)
		bundle, err := os.ReadFile(filepath.Join(folder, path))
		if err != nil {
			return err
		}
		var indexes []int64
		var entries [][]byte
		for index := from; len(bundle) > 0; index++ {
			length := int(binary.BigEndian.Uint16(bundle))
			indexes = append(indexes, tlog.StoredHashIndex(0, index))
			entries = append(entries, bundle[2:2+length])
			bundle = bundle[2+length:]
		}
		leaves, err := hashes.ReadHashes(indexes)
		if err != nil {
			return err
		}
		for place, leaf := range leaves {
			if leaf != tlog.RecordHash(entries[place]) {
				return fmt.Errorf("entry %d has another leaf", from+int64(place))
			}
		}
	}
	return nil
}

func main() {
	for _, folder := range os.Args[1:] {
		size, err := check(folder)
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", folder, err)
			os.Exit(1)
		}
		fmt.Printf("%d leaves: Go agrees on the checkpoint, the root, every entry, inclusion and consistency\n", size)
	}
}
