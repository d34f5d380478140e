import { Logger } from '@nestjs/common';

// Specifications of a log read it from a logger of their own.
Logger.overrideLogger(false);
