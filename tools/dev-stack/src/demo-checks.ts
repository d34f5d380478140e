/** @throws with the sentence `otherwise` if the condition does not hold. */
export function must(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(`${otherwise}.`);
}

/** The JSON of a response. @throws with the start of its text if it is not JSON. */
export async function readJson<Body>(response: Response): Promise<Body> {
  const text = await response.text();
  try {
    return JSON.parse(text) as Body;
  } catch (cause) {
    throw new Error(`${response.url} does not answer with JSON: ${text.slice(0, 200)}`, { cause });
  }
}
