import { packOfText, type ReviewPack, textOfPack } from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import { type SealedColumn, type SealedPlace } from '../sealed-columns';

/** The queue of the jobs, which a trigger adds. Their key is the id of the row. */
export const reviewPackQueue = 'public/review-packs';

export interface ReviewPackRow {
  readonly id: string;
  readonly content: Buffer;
  readonly state: 'queued' | 'stored' | 'parked';
  readonly available_at: Date;
  readonly document: Buffer | null;
}

/** The associated data of a sealed value. */
export function packSeal(row: string, column: SealedColumn<'review_packs'>): SealedPlace<'review_packs'> {
  return { table: 'review_packs', column, row };
}

export function sealedPack(keyring: Keyring, id: string, pack: ReviewPack): Buffer {
  return keyring.seal(textOfPack(pack), packSeal(id, 'content'));
}

export function openedPack(
  keyring: Keyring,
  { id, content }: Pick<ReviewPackRow, 'id' | 'content'>,
): ReviewPack {
  return packOfText(keyring.open(content, packSeal(id, 'content')).toString('utf8'));
}
