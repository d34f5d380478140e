import { urlForProgram } from '@governance/testing';

/**
 * The database as a program such as `platform-api/worker` is to use it: as its own role, once the schemas are there. Where
 * no login can be made, as the owner: then the services say what is wrong with that, and the others work.
 */
export async function databaseOfProgram(ownerUrl: string, program: string): Promise<string> {
  try {
    return await urlForProgram(ownerUrl, program);
  } catch {
    return ownerUrl;
  }
}
