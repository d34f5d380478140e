import { type HolderProof, HolderProofStore } from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import * as z from 'zod';
import { type Database } from '@governance/postgres';
import { type HolderProofRow, resultSeal } from '../result-row';

const selectProof = {
  name: 'select-holder-proof',
  text: `SELECT holder_proof FROM survey_results WHERE id = $1`,
};

/** An erased address gets no new proof. */
const keepProof = {
  name: 'keep-holder-proof',
  text: `
    UPDATE survey_results SET holder_proof = $2
    WHERE id = $1 AND holder_proof IS NULL AND submitter_email IS NOT NULL`,
};

const sealedProof = z.object({ proof: z.string(), salt: z.string() });

/** Holder proofs, sealed in the row of their address. */
export class PostgresHolderProofStore extends HolderProofStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  async find(resultId: string): Promise<HolderProof | undefined> {
    const { rows } = await this.database.query<HolderProofRow>(selectProof, [resultId]);
    const sealed = rows[0]?.holder_proof;
    if (!sealed) return undefined;
    return sealedProof.parse(
      JSON.parse(this.keyring.open(sealed, resultSeal('holder_proof', resultId)).toString('utf8')),
    );
  }

  async keep(resultId: string, { proof, salt }: HolderProof): Promise<HolderProof> {
    const sealed = this.keyring.seal(JSON.stringify({ proof, salt }), resultSeal('holder_proof', resultId));
    await this.database.query(keepProof, [resultId, sealed]);
    return (await this.find(resultId)) ?? { proof, salt };
  }
}
