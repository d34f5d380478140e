/** The exit codes of every command (docs/cli.md). */
export const exitCode = {
  done: 0,
  /** The command ran, and what it checked is not in order: a certificate that is not valid, a failed check of `doctor`, a refused token. */
  negative: 1,
  /** The command line, a file or an answer is invalid. */
  usage: 2,
  /** Not signed in, or the sign-in failed. */
  signIn: 3,
  /** The service refused the call. */
  refused: 4,
  /** The service does not answer, or failed. */
  unavailable: 5,
  /** It could not be checked: Node is too old for certificates, a file of keys for a proof, a condition of a trust rule. */
  unchecked: 6,
  /** Nothing in a proof of audit events is signed yet: it is neither genuine nor tampered with. */
  unsigned: 7,
  /** Ctrl-C. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
