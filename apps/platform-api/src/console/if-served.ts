import { ApiError } from '@governance/client';

/** Undefined for an endpoint group that is not live. */
export async function ifServed<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
