// Never ends, and never lets its event loop go on.
for (;;);
