// Reads and witnesses a log with other people's implementations of the C2SP specifications; nothing here is Nought's.
//
// Checkpoints, tiles and proofs are read by golang.org/x/mod/sumdb, .tlog-proof files, policies and cosignatures by
// github.com/transparency-dev/formats and merkle; github.com/transparency-dev/witness is the witness and its client.
// docs/trust.md says how to build it; tests/proof/test_foreign.py runs it where NOUGHT_FOREIGN names it.
package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"

	"github.com/transparency-dev/formats/log"
	fnote "github.com/transparency-dev/formats/note"
	tproof "github.com/transparency-dev/formats/proof"
	"github.com/transparency-dev/formats/witness"
	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
	client "github.com/transparency-dev/witness/client/http"
	"github.com/transparency-dev/witness/persistence/inmemory"
	server "github.com/transparency-dev/witness/witness"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func main() {
	commands := map[string]func([]string) error{"read": read, "prove": prove, "ask": ask, "serve": serve}
	if len(os.Args) < 2 || commands[os.Args[1]] == nil {
		fail(errors.New("read URL VKEY [CHECKPOINT], prove FILE VKEY POLICY, ask URL OLD CHECKPOINT [HASH…], or serve KEY VKEY"))
	}
	if err := commands[os.Args[1]](os.Args[2:]); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func get(address string) ([]byte, error) {
	answer, err := http.Get(address)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", address, answer.Status)
	}
	return io.ReadAll(answer.Body)
}

// head opens a checkpoint by x/mod and by transparency-dev, which must agree.
func head(signed []byte, vkey string) (tlog.Tree, error) {
	verifier, err := note.NewVerifier(vkey)
	if err != nil {
		return tlog.Tree{}, err
	}
	opened, err := note.Open(signed, note.VerifierList(verifier))
	if err != nil {
		return tlog.Tree{}, err
	}
	checkpoint, _, other, err := log.ParseCheckpoint(signed, verifier.Name(), verifier)
	if err != nil {
		return tlog.Tree{}, err
	}
	if opened.Text != other.Text {
		return tlog.Tree{}, errors.New("two readers of one note differ")
	}
	return tlog.Tree{N: int64(checkpoint.Size), Hash: tlog.Hash(checkpoint.Hash)}, nil
}

// tiles reads the tiles below a URL; x/mod compares each with the head of the tree.
type tiles string

func (t tiles) Height() int { return 8 }

func (t tiles) SaveTiles([]tlog.Tile, [][]byte) {}

func (t tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, each := range wanted {
		// A path of the checksum database names the height too, which is always 8 in a path of tlog-tiles.
		data, err := get(string(t) + "/" + strings.Replace(each.Path(), "tile/8/", "tile/", 1))
		if err != nil {
			return nil, err
		}
		all = append(all, data)
	}
	return all, nil
}

// read computes the head from the tiles, proves each leaf, and proves that the log continues an earlier checkpoint.
func read(words []string) error {
	signed, err := get(words[0] + "/checkpoint")
	if err != nil {
		return err
	}
	tree, err := head(signed, words[1])
	if err != nil {
		return err
	}
	hashes := tlog.TileHashReader(tree, tiles(words[0]))
	computed, err := tlog.TreeHash(tree.N, hashes)
	if err != nil || computed != tree.Hash {
		return fmt.Errorf("the tiles come to %v, the checkpoint says %v: %v", computed, tree.Hash, err)
	}
	fmt.Printf("head of %d: %v\n", tree.N, computed)
	for place := range tree.N {
		leaf, err := hashes.ReadHashes([]int64{tlog.StoredHashIndex(0, place)})
		if err != nil {
			return err
		}
		path, err := tlog.ProveRecord(tree.N, place, hashes)
		if err != nil {
			return err
		}
		if err := tlog.CheckRecord(path, tree.N, tree.Hash, place, leaf[0]); err != nil {
			return fmt.Errorf("leaf %d: %w", place, err)
		}
	}
	fmt.Printf("leaves proved: %d\n", tree.N)
	if len(words) < 3 {
		return nil
	}
	kept, err := os.ReadFile(words[2])
	if err != nil {
		return err
	}
	old, err := head(kept, words[1])
	if err != nil {
		return err
	}
	path, err := tlog.ProveTree(tree.N, old.N, hashes)
	if err != nil {
		return err
	}
	if err := tlog.CheckTree(path, tree.N, tree.Hash, old.N, old.Hash); err != nil {
		return fmt.Errorf("%d does not continue %d: %w", tree.N, old.N, err)
	}
	fmt.Printf("continues %d\n", old.N)
	return nil
}

// prove checks a .tlog-proof whose extra data is the entry, and the cosignatures by a policy.
func prove(words []string) error {
	data, err := os.ReadFile(words[0])
	if err != nil {
		return err
	}
	policy, err := os.ReadFile(words[2])
	if err != nil {
		return err
	}
	var file tproof.TLogProof
	if err := file.Unmarshal(data); err != nil {
		return err
	}
	if !bytes.Equal(file.Marshal(), data) {
		return errors.New("written again, the proof is another file")
	}
	tree, err := head(file.Checkpoint, words[1])
	if err != nil {
		return err
	}
	var path [][]byte
	for _, each := range file.Hashes {
		path = append(path, each[:])
	}
	hasher := rfc6962.DefaultHasher
	leaf := hasher.HashLeaf(file.ExtraData)
	if err := proof.VerifyInclusion(hasher, file.Index, uint64(tree.N), leaf, path, tree.Hash[:]); err != nil {
		return err
	}
	group, err := witness.ParsePolicy(policy)
	if err != nil {
		return err
	}
	if !group.Satisfied(file.Checkpoint) {
		return errors.New("the policy asks for more witnesses")
	}
	fmt.Printf("entry %d of %d, as the policy asks\n", file.Index, tree.N)
	return nil
}

// ask submits a checkpoint to a witness as another log would.
func ask(words []string) error {
	address, err := url.Parse(words[0])
	if err != nil {
		return err
	}
	old, err := strconv.ParseUint(words[1], 10, 64)
	if err != nil {
		return err
	}
	signed, err := os.ReadFile(words[2])
	if err != nil {
		return err
	}
	var path [][]byte
	for _, each := range words[3:] {
		hash, err := base64.StdEncoding.DecodeString(each)
		if err != nil {
			return err
		}
		path = append(path, hash)
	}
	lines, size, err := client.NewWitness(address, http.DefaultClient).Update(context.Background(), old, signed, path)
	if err != nil {
		fmt.Printf("%v; %d\n", err, size)
		return nil
	}
	fmt.Print(string(lines))
	return nil
}

// serve witnesses one log at a free port, whose address it prints, until its input ends.
func serve(words []string) error {
	signer, err := fnote.NewSignerForCosignatureV1(words[0])
	if err != nil {
		return err
	}
	verifier, err := note.NewVerifier(words[1])
	if err != nil {
		return err
	}
	made, err := server.New(context.Background(), server.Opts{
		Persistence: inmemory.New(),
		Signers:     []note.Signer{signer},
		VerifierForLog: func(_ context.Context, origin string) (note.Verifier, bool, error) {
			return verifier, origin == verifier.Name(), nil
		},
	})
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /add-checkpoint", server.NewHTTPHandler(made).AddCheckpoint)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	go http.Serve(listener, mux)
	fmt.Printf("http://%s\n", listener.Addr())
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}
