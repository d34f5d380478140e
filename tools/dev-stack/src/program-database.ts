import { urlForProgram } from '@governance/testing';

/**
 * The database URL for a program such as `platform-api/worker`: with its own role, once the schemas exist. If no login can be
 * created, as the owner: the services then report this, and the other programs work.
 */
export async function databaseOfProgram(ownerUrl: string, program: string): Promise<string> {
  try {
    return await urlForProgram(ownerUrl, program);
  } catch {
    return ownerUrl;
  }
}
