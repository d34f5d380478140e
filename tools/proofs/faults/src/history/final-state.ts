/** What is stored and was mailed when everything has settled. */
export interface FinalState {
  readonly results: readonly StoredResult[];
  readonly jobs: readonly JobEffects[];
  readonly deliveries: readonly StoredDelivery[];
  readonly mails: readonly AcceptedMail[];
  /** The recipients whom the mail server rejected for good (550). */
  readonly rejected: readonly string[];
  /** The paths that were requested from the address in hostile text. */
  readonly trapRequests: readonly string[];
  readonly credentials: readonly StoredCredential[];
  /** The client ids that the identity provider knows. */
  readonly clients: readonly string[];
  /** Changes that nothing will settle. */
  readonly unfinished: number;
  readonly auditEvents: readonly StoredAuditEvent[];
  /** What the verifier of audit proofs reports. */
  readonly auditProblems: readonly string[];
  /** Browsers of the run that run without their worker. */
  readonly orphans: readonly string[];
}

export interface StoredResult {
  readonly id: string;
  /** The number of its submission, which its answers encode. */
  readonly submission: number;
}

/** What background jobs of one kind have done about a result. */
export interface JobEffects {
  readonly result: string;
  readonly kind: 'document' | 'check';
  /** How often it was stored or recorded, or given up. */
  readonly times: number;
}

export interface StoredDelivery {
  readonly id: string;
  /** The id of the result or of the invitation. */
  readonly about: string;
  readonly state: string;
  /** Whether it waits for an email budget. */
  readonly isWaiting: boolean;
}

export interface AcceptedMail {
  /** Milliseconds since the run began. */
  readonly at: number;
  /** From its `Message-ID`. */
  readonly delivery: string;
  readonly recipient: string;
  /** Of all its bytes. */
  readonly digest: string;
  /** The text of each attached certificate, without spaces. */
  readonly certificates: string[];
}

export interface StoredCredential {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly clientId: string | undefined;
}

export interface StoredAuditEvent {
  readonly requestId: string;
  readonly operation: string;
  readonly outcome: string;
}
