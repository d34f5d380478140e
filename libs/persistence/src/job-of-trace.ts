/** For the RETURNING of a statement whose rows have a job: the trigger that adds the job stores the trace with it. */
export function jobOfTrace(traceparent: string): string {
  return `set_config('governance.traceparent', ${traceparent}, true)`;
}
