const hourMs = 60 * 60 * 1000;

/** About as long as the retries of a failing mail server last (`maxAttempts`). */
const hopeMs = 48 * hourMs;

/** The delivery that decides the status of a result: its newest one that was not merged into another, if any. */
export interface DeliveryProgress {
  readonly state: 'queued' | 'sent' | 'parked' | 'merged' | 'cancelled';
  readonly queuedAt: Date;
  readonly sentAt: Date | undefined;
  /** An attempt failed, or an email budget had no room. */
  readonly isDelayed: boolean;
  /** The recipient has blocked us. */
  readonly isBlocked: boolean;
}

/**
 * What holders of a result learn of its mail. `waiting`: not sent yet, for any reason. `failed`: given up. `none`: there is
 * nothing to send.
 */
export type CertificateDeliveryStatus =
  | { readonly status: 'none' }
  | { readonly status: 'queued' | 'waiting' | 'failed'; readonly queuedAt: Date }
  | { readonly status: 'sent'; readonly queuedAt: Date; readonly sentAt: Date };

/**
 * The status that a holder of the result may know. decisions 2: no response shows that an address is blocked or that a budget
 * of its recipient is used up. Both look like a mail server that does not accept the message: it waits, and fails in the end.
 */
export function certificateDeliveryStatus(
  delivery: DeliveryProgress | undefined,
  now: Date,
): CertificateDeliveryStatus {
  if (delivery === undefined) return { status: 'none' };
  const { state, queuedAt, sentAt, isDelayed, isBlocked } = delivery;
  switch (state) {
    case 'sent':
      return { status: 'sent', queuedAt, sentAt: sentAt ?? queuedAt };
    case 'queued':
      return { status: isDelayed ? 'waiting' : 'queued', queuedAt };
    case 'parked':
      return { status: 'failed', queuedAt };
    case 'merged':
      return unsent(queuedAt, now);
    case 'cancelled':
      // Otherwise the address was erased, or the certificate was withdrawn.
      return isBlocked ? unsent(queuedAt, now) : { status: 'none' };
  }
}

function unsent(queuedAt: Date, now: Date): CertificateDeliveryStatus {
  return { status: now.getTime() - queuedAt.getTime() < hopeMs ? 'waiting' : 'failed', queuedAt };
}
