import { type components } from './generated/public-api';

/** The record of a valid certificate. */
export type ValidCertificate = components['schemas']['ValidRecord'];

export interface Valid {
  readonly valid: true;
  /** What the service vouches for. Only this branch has it. */
  readonly certificate: ValidCertificate;
}

export interface NotValid {
  readonly valid: false;
  /** `withdrawn`, `not_found`, or a status that this version does not know. */
  readonly status: string;
  readonly record: Readonly<Record<string, unknown>>;
}

/** The verdict on a certificate. Its contents can be read only after `valid` was checked. */
export type Verification = Valid | NotValid;
