int f(int p)
{
    int x = 1;
    __asm__ volatile("" : "=r"(x) : "0"(p));
    return x != 1;
}

int main(void) { return f(5); }
