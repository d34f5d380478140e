// eslint-disable-next-line no-control-regex -- control characters are what this finds
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** Text of the service for a terminal: names that other users chose may hold control sequences. */
export function plainText(text: string): string {
  return text.replaceAll(control, '\uFFFD');
}
