/** An adapter method that the library never calls for a model. A call means that the configuration is wrong. */
export function unused(): Promise<never> {
  return Promise.reject(new Error('the library called an adapter method that is not implemented'));
}
