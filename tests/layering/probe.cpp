// Stands for any source of a layer; never built, only its include path is used.
