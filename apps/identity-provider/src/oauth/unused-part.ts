/** A method of an adapter that the library never calls for a model; if it does, the configuration is wrong. */
export function unused(): Promise<never> {
  return Promise.reject(new Error('the library has called a part of an adapter that is not there'));
}
