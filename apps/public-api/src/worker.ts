import { createWorker, runProgram } from '@governance/runtime';
import { readWorkerSettings } from './config';
import { WorkerModule } from './worker.module';

runProgram('public-worker', readWorkerSettings, (settings, logger) =>
  createWorker({ module: WorkerModule.forRoot(settings), logger }),
);
