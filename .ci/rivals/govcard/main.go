// emersion's go-vcard: `govcard parse|write FILE 3.0|4.0`; see README.md beside this folder.
//
// The versions of the cards are kept.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/emersion/go-vcard"
)

func main() {
	if len(os.Args) != 4 {
		os.Exit(64)
	}
	start := time.Now()
	file, err := os.Open(os.Args[2])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(66)
	}
	decoder := vcard.NewDecoder(bufio.NewReaderSize(file, 1<<18))
	output := bufio.NewWriterSize(os.Stdout, 1<<18)
	encoder := vcard.NewEncoder(output)
	writes := os.Args[1] == "write"
	cards, properties, octets := 0, 0, 0
	for {
		card, err := decoder.Decode()
		if err == io.EOF {
			break
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(65)
		}
		cards++
		for _, fields := range card {
			for _, field := range fields {
				properties++
				octets += len(field.Value)
			}
		}
		if writes {
			if err := encoder.Encode(card); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(74)
			}
		}
	}
	if err := output.Flush(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(74)
	}
	fmt.Fprintf(os.Stderr, "{\"cards\":%d,\"properties\":%d,\"octets\":%d,\"seconds\":%.6f}\n",
		cards, properties, octets, time.Since(start).Seconds())
}
