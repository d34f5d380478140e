import { type QueryRunner } from 'typeorm';

/**
 * The functions run as `governance_functions` for every caller, and find nothing in a schema of the caller's choice.
 * Landed migrations call this: what it does never changes.
 */
export async function handOverFunctions(
  queryRunner: QueryRunner,
  signatures: readonly string[],
): Promise<void> {
  // The new owner of a function has to be one who could have made it.
  await queryRunner.query('GRANT CREATE ON SCHEMA public TO governance_functions');
  for (const signature of signatures) {
    await queryRunner.query(
      `ALTER FUNCTION ${signature} SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp`,
    );
    await queryRunner.query(`ALTER FUNCTION ${signature} OWNER TO governance_functions`);
  }
  await queryRunner.query('REVOKE CREATE ON SCHEMA public FROM governance_functions');
}
