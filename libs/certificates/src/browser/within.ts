/** The result of a task. Rejects with the sentence at the deadline; what the task does later is ignored. */
export async function within<T>(deadlineMs: number, sentence: string, task: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error(sentence));
  }, deadlineMs);
  try {
    return await Promise.race([task, late]);
  } finally {
    clearTimeout(timer);
    task.catch(() => undefined);
  }
}
